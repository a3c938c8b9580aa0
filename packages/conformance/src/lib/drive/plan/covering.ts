import type { Random } from '../calls/random.ts';
import { type CoveringSpace, type Part, valueIn } from './covering-space.ts';

/**
 * A covering array, built row by row around rows that exist anyway: a row for each tuple of values that a feasible row
 * has. The same seed and the same covered rows give the same array.
 *
 * @example
 * const space = new CoveringSpace<Call>({ factors, isFeasible });
 * const covering = new Covering({ space, strength: 2, random: createRandom(1) });
 * covering.cover({ endpoint: 'result', locale: 'en' }); // a call that is made anyway
 * for (const row of covering.rows(hasNoSideEffect)) await make(row); // first what costs nothing
 * for (const row of covering.rows()) await make(row); // then the rest
 */
export class Covering<Row extends Readonly<Record<keyof Row, string>>> {
  readonly #space: CoveringSpace<Row>;
  readonly #strength: number;
  readonly #random: Pick<Random, 'integer'>;
  /** Feasible tuples that no row covers, in random order. */
  readonly #left: Set<Part>;

  /** @param options Strength: number of values that a tuple combines, 2 for pairs. At most the number of factors. */
  constructor(options: {
    readonly space: CoveringSpace<Row>;
    readonly strength: number;
    readonly random: Pick<Random, 'integer'>;
  }) {
    this.#space = options.space;
    this.#strength = options.strength;
    this.#random = options.random;
    this.#left = new Set(this.#shuffled(options.space.tuples(options.strength)));
  }

  /** Number of tuples that feasible rows have. */
  get feasible(): number {
    return this.#space.tuples(this.#strength).length;
  }

  /** Feasible tuples that no row covers yet. */
  get missing(): readonly Partial<Row>[] {
    return [...this.#left].map((tuple) => this.#space.rowOf(tuple));
  }

  /** Marks the tuples of a row as covered; values of no factor are ignored. @returns The number of new tuples. */
  cover(row: Partial<Row>): number {
    return this.#tuplesIn(this.#space.partOf(row), this.#space.hidingOf(row)).filter((tuple) =>
      this.#left.delete(tuple),
    ).length;
  }

  /**
   * Yields rows, and covers them, until no allowed row covers a new tuple. The caller may cover others meanwhile.
   * @param isAllowed Restricts the rows, like `isFeasible`.
   */
  *rows(isAllowed: (row: Partial<Row>) => boolean = () => true): Generator<Row, void, void> {
    const allows = this.#space.remembered(isAllowed);
    for (const tuple of this.#left) {
      const shows = this.#space.showing(tuple);
      const isUseful = (part: Part): boolean => shows(part) && allows(part);
      if (this.#space.completion(tuple, isUseful) === undefined) continue;
      const row = this.#space.rowOf(this.#completed(tuple, isUseful)) as Row; // Every factor has a value.
      this.cover(row);
      yield row;
    }
  }

  /** Returns a check if an allowed row would cover a tuple. */
  possible(isAllowed: (row: Partial<Row>) => boolean): (tuple: Partial<Row>) => boolean {
    const allows = this.#space.remembered(isAllowed);
    return (tuple) => {
      const part = this.#space.partOf(tuple);
      const shows = this.#space.showing(part);
      return this.#space.completion(part, (each) => shows(each) && allows(each)) !== undefined;
    };
  }

  /** Extends a tuple, factor by factor, by the value that covers most. */
  #completed(tuple: Part, isUseful: (part: Part) => boolean): Part {
    let row = tuple;
    for (const factor of this.#shuffled(this.#space.factors.filter((each) => valueIn(row, each) === 0))) {
      const candidates = this.#shuffled(factor.values)
        .map((value) => row + value)
        .filter(isUseful)
        .map((candidate) => {
          const hiding = this.#space.hidingIn(candidate) | factor.bit;
          return { candidate, gain: this.#tuplesIn(candidate, hiding).filter((each) => this.#left.has(each)).length };
        });
      const best = candidates.toSorted((one, other) => other.gain - one.gain);
      const next = best.find(({ candidate }) => this.#space.completion(candidate, isUseful) !== undefined)?.candidate;
      // What is said of a part may depend on the order in which it grows: the search goes by the order of the factors.
      if (next === undefined) break;
      row = next;
    }
    const found = this.#space.completion(row, isUseful);
    if (found === undefined) throw new Error('A completable row has no completion');
    return found;
  }

  /** Returns the tuples of a part that have values of all factors whose bits are `fixed`. */
  #tuplesIn(part: Part, fixed: number): readonly Part[] {
    let always = 0;
    let missing = this.#strength;
    const others: Part[] = [];
    for (const factor of this.#space.factors) {
      const value = valueIn(part, factor);
      if ((fixed & factor.bit) === 0) {
        if (value > 0) others.push(value);
      } else {
        if (value === 0) return [];
        always += value;
        missing -= 1;
      }
    }
    return missing < 0 ? [] : sums(others, missing, always);
  }

  #shuffled<Item>(items: readonly Item[]): readonly Item[] {
    const rest = [...items];
    return items.flatMap(() => rest.splice(this.#random.integer(rest.length), 1));
  }
}

/** Returns the sum of each choice of `count` parts, plus `sum`. */
function sums(parts: readonly Part[], count: number, sum: Part): readonly Part[] {
  if (count === 0) return [sum];
  return parts.flatMap((part, index) => sums(parts.slice(index + 1), count - 1, sum + part));
}
