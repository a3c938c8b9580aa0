import type { DocumentSummary, ScreeningTotals, ValueCounts } from '@idvkit/schema/formats';

import type { Json } from '../screening-payload.ts';
import { hitsByEntry, recount, recountIds, recountTop, type Recount } from './recount.ts';

/** An estimate and what it stands for. */
export interface Estimate {
  readonly name: string;
  readonly said: number;
  readonly is: number;
}

/** Differences between a summary and what the parsed payload has, and the numbers that the summary marks as estimates. */
export interface Comparison {
  readonly wrong: readonly string[];
  readonly estimates: readonly Estimate[];
}

const COUNTS = ['runs', 'runsWithHits', 'entries', 'hits', 'hitBytes', 'blacklistHits'] as const;
const TABLES = ['codes', 'flags', 'matchStatuses', 'riskLevels', 'types', 'matchTypes'] as const;

/** Compares all numbers of a summary with a recount: those that are exact must be equal, of estimates 0 must be 0. */
export function compareNumbers(document: DocumentSummary, payload: Json): Comparison {
  const wrong: string[] = [];
  const estimates: Estimate[] = [];
  const number = (
    name: string,
    said: number,
    { is, exact = true }: { readonly is: number; readonly exact?: boolean },
  ): void => {
    if (exact || is === 0 || said === 0) {
      if (said !== is && (exact || is === 0)) wrong.push(`${name} is ${is}, not ${said}`);
    }
    if (!exact) estimates.push({ name, said, is });
  };
  const totals = (name: string, said: ScreeningTotals, is: Recount): void => {
    for (const count of COUNTS) number(`${name} ${count}`, said[count], { is: is[count] });
    for (const table of TABLES) wrong.push(...compareCounts(`${name} ${table}`, said[table], is[table]));
    number(`${name} hitsPerEntry`, said.hitsPerEntry.count, { is: is.entries });
  };
  const { screening, providers, hits, hitBytes, blacklistHits } = document;
  const whole = recount(payload);
  totals('all', screening, whole);
  number('hits', hits, { is: whole.hits });
  number('hitBytes', hitBytes, { is: whole.hitBytes });
  number('blacklistHits', blacklistHits, { is: whole.blacklistHits });
  number('sizes', screening.sizes.count, { is: whole.hits });
  for (const provider of providers) totals(provider.name, provider.totals, recount(payload, provider.name));
  const byEntry = hitsByEntry(payload);
  for (const { name, runs } of providers) {
    for (const { index: run, entries } of runs) {
      for (const { index, hits: own } of entries) {
        const place = `${name} ${run} ${index}`;
        number(place, own.count, { is: byEntry.get(place) ?? Number.NaN });
      }
    }
  }
  const ids = recountIds(payload);
  number('ids', screening.ids.total, { is: ids.total });
  number('repeated', screening.ids.repeated, { is: ids.repeated, exact: screening.ids.exact });
  const { exact } = screening.duplicates;
  for (const name of ['ids', 'inSeveralEntries', 'inSeveralRuns', 'inSeveralProviders'] as const) {
    number(`duplicates ${name}`, screening.duplicates[name], { is: ids[name], exact });
  }
  const top = recountTop(payload, 10);
  const same = (name: string, said: readonly (readonly number[])[], is: readonly (readonly number[])[]): void => {
    if (JSON.stringify(said) !== JSON.stringify(is))
      wrong.push(`${name} are ${JSON.stringify(is)}, not ${JSON.stringify(said)}`);
  };
  same(
    'highest',
    screening.highest.map((hit) => [hit.number, hit.score]),
    top.highest,
  );
  same(
    'largest',
    screening.largest.map((hit) => [hit.number, hit.bytes]),
    top.largest,
  );
  return { wrong, estimates };
}

/** A table that is not exact lists each value at most as often as it occurs. */
function compareCounts(name: string, said: ValueCounts, is: Readonly<Record<string, number>>): string[] {
  const wrong: string[] = [];
  const total = Object.values(is).reduce((sum, count) => sum + count, 0);
  if (said.total !== total) wrong.push(`${name} has ${total} values, not ${said.total}`);
  for (const { value, count } of said.counts) {
    const expected = is[value] ?? 0;
    if (said.exact ? count !== expected : count > expected)
      wrong.push(`${name} has ${value} ${expected} times, not ${count}`);
  }
  if (said.exact && said.counts.length !== Object.keys(is).length) wrong.push(`${name} lacks values`);
  return wrong;
}

/** Returns how far the sum of estimates of a name is from what they stand for, as a share. */
export function meanError(
  estimates: readonly Estimate[],
  name: string,
): { readonly count: number; readonly share: number } {
  const some = estimates.filter((each) => each.name === name);
  const [said, is] = [some.reduce((sum, each) => sum + each.said, 0), some.reduce((sum, each) => sum + each.is, 0)];
  return { count: some.length, share: Math.abs(said - is) / Math.max(1, is) };
}
