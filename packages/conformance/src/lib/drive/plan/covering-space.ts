export interface CoveringOptions<Row> {
  /** Values of each factor of a row. */
  readonly factors: { readonly [Name in keyof Row]: readonly Row[Name][] };
  /** Returns false if the values present contradict each other. Absent ones decide nothing. */
  readonly isFeasible: (row: Partial<Row>) => boolean;
  /**
   * Factors whose values hide those of others, such as the cause of a refusal: a row covers only tuples that include them.
   * Default: none.
   */
  readonly hiding?: (row: Partial<Row>) => readonly (keyof Row)[];
  /** Kinds of values: no restriction of rows distinguishes values of a kind. Default: each value is a kind. */
  readonly kinds?: { readonly [Name in keyof Row]?: (value: Row[Name]) => unknown };
}

/** Some values of a row as a number, with some bits for each factor: 0 if the factor has no value. */
export type Part = number;

interface Factor {
  readonly bit: number;
  /** The lowest of its bits in a part. */
  readonly shift: number;
  /** All its bits in a part. */
  readonly mask: number;
  /** A part for each value. */
  readonly values: readonly Part[];
  /** For each value, the first one of its kind. Absent if each value is a kind. */
  readonly kinds?: readonly Part[];
}

/** Bits of a part: numbers up to this size need no memory of their own. */
const MAX_BITS = 30;

/** Bits of a part that is not feasible: it shows no tuple. */
const INFEASIBLE = -1;

/** The rows of some factors, as numbers, with what is known of their parts: coverings of any strength share it. */
export class CoveringSpace<Row extends Readonly<Record<keyof Row, string>>> {
  readonly #options: CoveringOptions<Row>;
  readonly #names: readonly string[];
  readonly #values: readonly (readonly string[])[];
  readonly #blank: Readonly<Record<string, string | undefined>>;
  readonly #tuples = new Map<number, readonly Part[]>();
  readonly #hiding: (part: Part) => number;
  readonly factors: readonly Factor[];
  /** Factors of which a kind has several values. */
  readonly #withKinds: readonly Factor[];

  constructor(options: CoveringOptions<Row>) {
    this.#options = options;
    this.#names = Object.keys(options.factors);
    this.#values = Object.values(options.factors);
    this.#blank = Object.fromEntries(this.#names.map((name) => [name, undefined]));
    const kinds: Readonly<Partial<Record<string, (value: never) => unknown>>> = options.kinds ?? {};
    let bits = 0;
    this.factors = this.#values.map((values, index) => {
      const shift = bits;
      bits += Math.ceil(Math.log2(values.length + 1));
      const kindOf = kinds[this.#names[index] ?? ''];
      // The function of a factor takes each of its values.
      const kindsOf = kindOf && values.map((value) => kindOf(value as never));
      return {
        bit: 1 << index,
        shift,
        mask: 2 ** bits - 2 ** shift,
        values: values.map((_, at) => (at + 1) << shift),
        ...(kindsOf && { kinds: kindsOf.map((kind) => (kindsOf.indexOf(kind) + 1) << shift) }),
      };
    });
    if (bits > MAX_BITS)
      throw new RangeError(`Too many values: a row has ${bits} bits, which is more than ${MAX_BITS}`);
    this.#withKinds = this.factors.filter(({ kinds }) => kinds !== undefined);
    this.#hiding = this.remembered((row) => (options.isFeasible(row) ? this.hidingOf(row) : INFEASIBLE));
  }

  /** Returns a row as a part, without values that the factors do not list. */
  partOf(row: Partial<Row>): Part {
    const values: Readonly<Record<string, string | undefined>> = row;
    return this.#names.reduce((sum, name, index) => {
      const at = this.#values[index]?.indexOf(values[name] ?? '') ?? -1;
      return sum + (this.factors[index]?.values[at] ?? 0);
    }, 0);
  }

  /** Returns the values of a part. Others are undefined, so that all rows have one shape: functions of rows run faster. */
  rowOf(part: Part): Partial<Row> {
    const row = { ...this.#blank };
    for (const [index, { mask, shift }] of this.factors.entries()) {
      const value = (part & mask) >> shift;
      if (value > 0) row[this.#names[index] ?? ''] = this.#values[index]?.[value - 1];
    }
    return row as Partial<Row>; // Each factor has a value of its list.
  }

  /** Returns the bits of the factors that hide others in a row, which may have values that the factors do not list. */
  hidingOf(row: Partial<Row>): number {
    const names = this.#options.hiding?.(row) ?? [];
    return names.reduce((bits, name) => bits | (1 << this.#names.indexOf(String(name))), 0);
  }

  /** Returns the bits of the factors that hide others in a feasible part. */
  hidingIn(part: Part): number {
    return this.#hiding(part);
  }

  /** Returns a function of parts that calls `about` once for each kind of part. */
  remembered<Answer>(about: (row: Partial<Row>) => Answer): (part: Part) => Answer {
    return this.rememberedPart((part) => about(this.rowOf(part)));
  }

  /** Does the same for what is said of parts: one look-up in place of those that `about` makes. */
  rememberedPart<Answer>(about: (part: Part) => Answer): (part: Part) => Answer {
    const answers = new Map<Part, Answer>();
    return (part) => {
      const kind = this.#kindOf(part);
      let answer = answers.get(kind);
      if (answer === undefined) answers.set(kind, (answer = about(kind)));
      return answer;
    };
  }

  /** Returns the tuples of `strength` values that a feasible row covers. */
  tuples(strength: number): readonly Part[] {
    let tuples = this.#tuples.get(strength);
    if (tuples === undefined) {
      tuples = tuplesOf(this.factors, strength).filter(
        (tuple) => this.completion(tuple, this.showing(tuple)) !== undefined,
      );
      this.#tuples.set(strength, tuples);
    }
    return tuples;
  }

  /** Returns a predicate of feasible parts in which nothing hides a tuple. */
  showing(tuple: Part): (part: Part) => boolean {
    const own = this.factors.reduce((bits, factor) => (valueIn(tuple, factor) > 0 ? bits | factor.bit : bits), 0);
    return (part) => (this.#hiding(part) & ~own) === 0;
  }

  /** Returns the first row with the values of a part for which, value by value, `isUseful` holds. */
  completion(part: Part, isUseful: (part: Part) => boolean): Part | undefined {
    return isUseful(part) ? this.#completed(part, isUseful, 0) : undefined;
  }

  /** @param from The first factor that may lack a value. */
  #completed(part: Part, isUseful: (part: Part) => boolean, from: number): Part | undefined {
    for (let index = from; index < this.factors.length; index += 1) {
      const factor = this.factors[index];
      if (factor === undefined || (part & factor.mask) !== 0) continue;
      for (const value of factor.values) {
        const found = isUseful(part + value) ? this.#completed(part + value, isUseful, index + 1) : undefined;
        if (found !== undefined) return found;
      }
      return undefined;
    }
    return part;
  }

  #kindOf(part: Part): Part {
    let kind = part;
    for (const { mask, shift, kinds } of this.#withKinds) {
      const value = part & mask;
      if (value > 0) kind += (kinds?.[(value >> shift) - 1] ?? value) - value;
    }
    return kind;
  }
}

/** Returns the value of a factor, as a part: 0 if it has none. */
export function valueIn(part: Part, { mask }: Factor): Part {
  return part & mask;
}

/** Returns every combination of values of `count` factors. */
function tuplesOf(factors: readonly Factor[], count: number): readonly Part[] {
  return chosen(factors, count).flatMap((some) => {
    return some.reduce<readonly Part[]>(
      (parts, { values }) => parts.flatMap((part) => values.map((value) => part + value)),
      [0],
    );
  });
}

/** Returns the ways to choose `count` items, in their order. */
function chosen<Item>(items: readonly Item[], count: number): readonly (readonly Item[])[] {
  if (count === 0) return [[]];
  return items.flatMap((item, index) => chosen(items.slice(index + 1), count - 1).map((others) => [item, ...others]));
}
