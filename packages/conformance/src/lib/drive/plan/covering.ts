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
 * for (const row of covering.rows(space.remembered(hasNoSideEffect))) await make(row); // first what costs nothing
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
    return this.#count(this.#space.partOf(row), this.#space.hidingOf(row), (tuple) => this.#left.delete(tuple));
  }

  /**
   * Yields rows, and covers them, until no allowed row covers a new tuple. The caller may cover others meanwhile.
   * @param allows Restricts the rows, like `isFeasible`.
   */
  *rows(allows: (part: Part) => boolean = () => true): Generator<Row, void, void> {
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
  possible(allows: (part: Part) => boolean): (tuple: Partial<Row>) => boolean {
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
          return { candidate, gain: this.#count(candidate, hiding, (each) => this.#left.has(each)) };
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

  /** Counts the tuples of a part that have values of all factors whose bits are `fixed`, and for which `is` holds. */
  #count(part: Part, fixed: number, is: (tuple: Part) => boolean): number {
    let always = 0;
    let missing = this.#strength;
    const others: Part[] = [];
    for (const factor of this.#space.factors) {
      const value = valueIn(part, factor);
      if ((fixed & factor.bit) === 0) {
        if (value > 0) others.push(value);
      } else {
        if (value === 0) return 0;
        always += value;
        missing -= 1;
      }
    }
    const choose = (sum: Part, from: number, count: number): number => {
      if (count === 0) return Number(is(sum));
      let found = 0;
      for (let index = from; index <= others.length - count; index += 1) {
        found += choose(sum + (others[index] ?? 0), index + 1, count - 1);
      }
      return found;
    };
    return missing < 0 ? 0 : choose(always, 0, missing);
  }

  #shuffled<Item>(items: readonly Item[]): readonly Item[] {
    const rest = [...items];
    return items.flatMap(() => rest.splice(this.#random.integer(rest.length), 1));
  }
}
