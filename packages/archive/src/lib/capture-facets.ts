import type { ArchiveStore } from './archive-store.ts';
import type { CaptureFacets, FacetValue } from './capture-entry.ts';
import { amlBits } from './capture-rows.ts';

/** Counts captures by type, status and more. */
export function countFacets(store: ArchiveStore): CaptureFacets {
  const counts = {
    type: new Counts(),
    status: new Counts(),
    ekyc: new Counts(),
    form: new Counts(),
    bearer: new Counts(),
  };
  const aml = new Counts();
  const combinations = store.all(
    `SELECT type, status, ekyc, form, bearer, aml, count(*) AS n FROM captures WHERE erased = 0 GROUP BY 1, 2, 3, 4, 5, 6`,
  );
  for (const row of combinations) {
    const n = Number(row['n']);
    for (const [column, counted] of Object.entries(counts)) {
      const value = row[column];
      if (typeof value === 'string') counted.add(value, n);
    }
    for (const [flag, bit] of Object.entries(amlBits)) if ((Number(row['aml']) & bit) !== 0) aml.add(flag, n);
  }
  const tag = new Counts();
  for (const row of store.all('SELECT tag, count(*) AS n FROM tags GROUP BY 1'))
    tag.add(String(row['tag']), Number(row['n']));
  return {
    type: counts.type.values(),
    status: counts.status.values(),
    ekyc: counts.ekyc.values(),
    form: counts.form.values(),
    bearer: counts.bearer.values(),
    aml: aml.values(),
    tag: tag.values(),
  };
}

/** Counts captures by a value. */
class Counts {
  readonly #captures = new Map<string, number>();

  add(value: string, captures: number): void {
    this.#captures.set(value, (this.#captures.get(value) ?? 0) + captures);
  }

  /** Returns the values, most frequent first. */
  values(): FacetValue[] {
    return [...this.#captures]
      .map(([value, captures]) => ({ value, captures }))
      .sort((one, other) => other.captures - one.captures || (one.value < other.value ? -1 : 1));
  }
}
