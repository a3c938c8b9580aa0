import type { SeenBehaviour } from '@idvkit/schema/formats';

/** A value that was seen. One that is not `isSure` to be a name of a thing counts only if several applications have it. */
export interface SeenValue {
  readonly value: string;
  readonly isSure: boolean;
}

export interface Sighting extends Pick<SeenBehaviour, 'about' | 'condition'> {
  /** Application or call that the sighting counts for, however often it is made. */
  readonly unit: string;
  readonly values: Iterable<SeenValue>;
}

/** Fewest applications or calls that a name needs, unless it is sure. Fewer prove nothing about what depends on the applicant, either. */
const MIN_UNITS = 3;
/** Most different values under one condition: more of them are not names of things. */
const MAX_VALUES = 500;

interface Entry extends Pick<SeenBehaviour, 'about' | 'condition'> {
  readonly units: Set<string>;
  readonly values: Map<string, { readonly units: Set<string>; isSure: boolean }>;
}

/** Counts what was seen under each condition. */
export class Tally {
  readonly #entries = new Map<string, Entry>();

  add({ about, condition, unit, values }: Sighting): void {
    const id = `${about} ${condition}`;
    const entry = this.#entries.get(id) ?? { about, condition, units: new Set(), values: new Map() };
    this.#entries.set(id, entry);
    entry.units.add(unit);
    for (const { value, isSure } of values) {
      const known = entry.values.get(value) ?? { units: new Set(), isSure };
      entry.values.set(value, known);
      known.units.add(unit);
    }
  }

  list(): SeenBehaviour[] {
    return [...this.#entries.values()]
      .filter(
        ({ about, units, values }) => values.size <= MAX_VALUES && (about === 'status' || units.size >= MIN_UNITS),
      )
      .map(({ about, condition, units, values }) => ({
        about,
        condition,
        of: units.size,
        values: Object.fromEntries(
          [...values]
            .filter(([, { units: own, isSure }]) => isSure || own.size >= MIN_UNITS)
            .map(([value, { units: own }]) => [value, own.size] as const)
            .toSorted(([one], [other]) => (one < other ? -1 : 1)),
        ),
      }));
  }
}
