import type { Random } from '../calls/random.ts';

export interface CoveringOptions<Row> {
  /** Values of each factor of a row. */
  readonly factors: { readonly [Name in keyof Row]: readonly Row[Name][] };
  /** Number of values that a tuple combines: 2 for pairs. At most the number of factors. */
  readonly strength: number;
  /** Returns false if the values present contradict each other. Absent ones decide nothing. */
  readonly isFeasible: (row: Partial<Row>) => boolean;
  /**
   * Factors whose values hide those of others, such as the cause of a refusal: a row covers only tuples that include them.
   * Default: none.
   */
  readonly hiding?: (row: Partial<Row>) => readonly (keyof Row)[];
  readonly random: Pick<Random, 'integer'>;
}

/**
 * A covering array, built row by row around rows that exist anyway: a row for each tuple of values that a feasible row
 * has. The same seed and the same covered rows give the same array.
 *
 * @example
 * const covering = new Covering<Call>({ factors, strength: 2, isFeasible, random: createRandom(1) });
 * covering.cover({ endpoint: 'result', locale: 'en' }); // a call that is made anyway
 * for (const row of covering.rows(hasNoSideEffect)) await make(row); // first what costs nothing
 * for (const row of covering.rows()) await make(row); // then the rest
 */
export class Covering<Row extends Readonly<Record<keyof Row, string>>> {
  readonly #options: CoveringOptions<Row>;
  readonly #names: readonly (keyof Row)[];
  /** Number of each value, by factor: distinct over all factors. */
  readonly #numbers: ReadonlyMap<keyof Row, ReadonlyMap<string, number>>;
  readonly #size: number;
  /** Feasible tuples that no row covers, by key, in random order. */
  readonly #left: Map<number | undefined, Partial<Row>>;
  /** Every feasible tuple. */
  readonly tuples: readonly Partial<Row>[];

  /** @param tuples Feasible tuples of an earlier covering with the same options, to save the search. */
  constructor(options: CoveringOptions<Row>, tuples?: readonly Partial<Row>[]) {
    this.#options = options;
    const { factors, strength } = options;
    this.#names = Object.keys(factors) as (keyof Row)[]; // The keys of the table.
    let count = 0;
    this.#numbers = new Map(this.#names.map((name) => [name, new Map(factors[name].map((value) => [value, count++]))]));
    this.#size = count;
    const all = tuples ?? chosen(this.#names, strength).flatMap((names) => assignments(factors, names));
    this.tuples = tuples ?? all.filter((tuple) => this.isPossible(tuple));
    this.#left = new Map(this.#shuffled(this.tuples).map((tuple) => [this.#keys(tuple)[0], tuple]));
  }

  /** Feasible tuples that no row covers yet. */
  get missing(): readonly Partial<Row>[] {
    return [...this.#left.values()];
  }

  /** Marks the tuples of a row as covered; values of no factor are ignored. @returns The number of new tuples. */
  cover(row: Partial<Row>): number {
    return this.#keys(row).filter((key) => this.#left.delete(key)).length;
  }

  /**
   * Yields rows, and covers them, until no allowed row covers a new tuple. The caller may cover others meanwhile.
   * @param isAllowed Restricts the rows, like `isFeasible`.
   */
  *rows(isAllowed: (row: Partial<Row>) => boolean = () => true): Generator<Row, void, void> {
    for (const tuple of this.#left.values()) {
      const isUseful = (row: Partial<Row>): boolean => isAllowed(row) && this.#shows(tuple, row);
      if (!this.#isCompletable(tuple, isUseful)) continue;
      const row = this.#completed(tuple, isUseful);
      this.cover(row);
      yield row;
    }
  }

  /** Extends a tuple, factor by factor, by the value that covers most. */
  #completed(tuple: Partial<Row>, isAllowed: (row: Partial<Row>) => boolean): Row {
    let row = tuple;
    for (const name of this.#shuffled(this.#names.filter((each) => row[each] === undefined))) {
      const extended = assignments(this.#options.factors, [name], row);
      const candidates = this.#shuffled(extended).map((candidate) => {
        return { candidate, gain: this.#keys(candidate, name).filter((key) => this.#left.has(key)).length };
      });
      const best = candidates.toSorted((one, other) => other.gain - one.gain);
      const next = best.find(({ candidate }) => this.#isCompletable(candidate, isAllowed))?.candidate;
      // What is said of a part may depend on the order in which it grows: the search goes by the order of the factors.
      if (next === undefined) break;
      row = next;
    }
    const found = this.#completion(row, isAllowed);
    if (found === undefined) throw new Error('A completable row has no completion');
    return found;
  }

  /** Checks if an allowed row would cover a tuple. */
  isPossible(tuple: Partial<Row>, isAllowed: (row: Partial<Row>) => boolean = () => true): boolean {
    return this.#isCompletable(tuple, (row) => isAllowed(row) && this.#shows(tuple, row));
  }

  #shows(tuple: Partial<Row>, row: Partial<Row>): boolean {
    return this.#hiding(row).every((name) => tuple[name] !== undefined);
  }

  #hiding(row: Partial<Row>): readonly (keyof Row)[] {
    return this.#options.hiding?.(row) ?? [];
  }

  #isCompletable(row: Partial<Row>, isAllowed: (row: Partial<Row>) => boolean): boolean {
    return this.#completion(row, isAllowed) !== undefined;
  }

  /** Returns the first feasible and allowed row that has all values of a part. */
  #completion(row: Partial<Row>, isAllowed: (row: Partial<Row>) => boolean): Row | undefined {
    const { factors, isFeasible } = this.#options;
    if (!isFeasible(row) || !isAllowed(row)) return undefined;
    const open = this.#names.find((name) => row[name] === undefined);
    if (open === undefined) return row as Row; // Every factor has a value.
    for (const value of factors[open]) {
      const found = this.#completion({ ...row, [open]: value }, isAllowed);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Returns a key for each tuple that a row covers; with `own`, for those that have its value. */
  #keys(row: Partial<Row>, own?: keyof Row): readonly number[] {
    const fixed = new Set([...this.#hiding(row), ...(own === undefined ? [] : [own])]);
    const missing = this.#options.strength - fixed.size;
    if (missing < 0) return [];
    const numbersOf = (isFixed: boolean): readonly number[] =>
      this.#names
        .filter((name) => fixed.has(name) === isFixed)
        .flatMap((name) => this.#numbers.get(name)?.get(row[name] ?? '') ?? []);
    const always = numbersOf(true);
    if (always.length < fixed.size) return [];
    return chosen(numbersOf(false), missing).map((others) => this.#key([...always, ...others]));
  }

  #key(numbers: readonly number[]): number {
    return numbers.toSorted((one, other) => one - other).reduce((key, number) => key * this.#size + number, 0);
  }

  #shuffled<Item>(items: readonly Item[]): readonly Item[] {
    const rest = [...items];
    return items.flatMap(() => rest.splice(this.#options.random.integer(rest.length), 1));
  }
}

/** Returns the ways to choose `count` items, in their order. */
function chosen<Item>(items: readonly Item[], count: number): readonly (readonly Item[])[] {
  if (count === 0) return [[]];
  return items.flatMap((item, index) => chosen(items.slice(index + 1), count - 1).map((others) => [item, ...others]));
}

/** Returns a row with every combination of values of some factors. */
function assignments<Row>(
  factors: CoveringOptions<Row>['factors'],
  names: readonly (keyof Row)[],
  row: Partial<Row> = {},
): readonly Partial<Row>[] {
  const [name, ...others] = names;
  if (name === undefined) return [row];
  return factors[name].flatMap((value) => assignments(factors, others, { ...row, [name]: value }));
}
