import type { Json } from '../screening-payload.ts';

/** Numbers of a payload, each counted one by one from the parsed document. */
export interface Recount {
  readonly runs: number;
  readonly runsWithHits: number;
  readonly entries: number;
  readonly hits: number;
  readonly hitBytes: number;
  readonly blacklistHits: number;
  readonly codes: Readonly<Record<string, number>>;
  readonly flags: Readonly<Record<string, number>>;
  readonly matchStatuses: Readonly<Record<string, number>>;
  readonly riskLevels: Readonly<Record<string, number>>;
  readonly types: Readonly<Record<string, number>>;
  readonly matchTypes: Readonly<Record<string, number>>;
}

interface Hit {
  readonly doc: { readonly id?: string; readonly types: readonly string[] };
  readonly score?: number;
  readonly match_status?: string | null;
  readonly risk_level?: string;
  readonly match_types: readonly string[];
}
interface Entry {
  readonly output: {
    readonly code: number;
    readonly status: string;
    readonly content: {
      readonly data: {
        readonly hits: readonly Hit[];
        readonly blacklist_hits: readonly Hit[];
        readonly match_status?: string;
        readonly risk_level?: string;
      };
    };
  };
}
interface Run {
  readonly output: Readonly<Record<string, readonly Entry[]>>;
  readonly result: Readonly<Record<string, boolean>>;
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function tally(values: readonly (string | null | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) if (value !== undefined && value !== null) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** Returns the runs of each provider of a payload. */
function screeningsOf(payload: Json): readonly (readonly [provider: string, runs: readonly Run[]])[] {
  const { extra } = payload as { readonly extra: { readonly identity_aml: Readonly<Record<string, readonly Run[]>> } };
  return Object.entries(extra.identity_aml);
}

/** Counts the screenings of all providers, or of one. */
export function recount(payload: Json, only?: string): Recount {
  const runs = screeningsOf(payload)
    .filter(([provider]) => only === undefined || provider === only)
    .flatMap(([provider, all]) => all.map((run) => ({ ...run, entries: run.output[provider] ?? [] })));
  const entries = runs.flatMap((run) => run.entries.map(({ output }) => output));
  const hits = entries.flatMap(({ content: { data } }) => data.hits.map((hit) => ({ hit, data })));
  return {
    runs: runs.length,
    runsWithHits: runs.filter((run) => run.entries.some(({ output }) => output.content.data.hits.length > 0)).length,
    entries: entries.length,
    hits: hits.length,
    hitBytes: hits.reduce((sum, { hit }) => sum + bytesOf(hit), 0),
    blacklistHits: entries.reduce((sum, { content }) => sum + content.data.blacklist_hits.length, 0),
    codes: tally(entries.map(({ code, status }) => `${code} ${status}`)),
    flags: tally(runs.flatMap(({ result }) => Object.keys(result).filter((flag) => result[flag] === true))),
    matchStatuses: tally(hits.map(({ hit, data }) => hit.match_status ?? data.match_status)),
    riskLevels: tally(hits.map(({ hit, data }) => hit.risk_level ?? data.risk_level)),
    types: tally(hits.flatMap(({ hit }) => hit.doc.types)),
    matchTypes: tally(hits.flatMap(({ hit }) => hit.match_types)),
  };
}

/** Hits of each entry, by provider, run and entry. */
export function hitsByEntry(payload: Json): ReadonlyMap<string, number> {
  return new Map(
    screeningsOf(payload).flatMap(([provider, runs]) =>
      runs.flatMap((run, at) =>
        (run.output[provider] ?? []).map(
          ({ output }, entry) => [`${provider} ${at} ${entry}`, output.content.data.hits.length] as const,
        ),
      ),
    ),
  );
}

/** Hits with their numbers in the text, those of blacklists counted, too. */
function numbered(payload: Json): readonly { readonly number: number; readonly hit: Hit }[] {
  const found: { readonly number: number; readonly hit: Hit }[] = [];
  let number = 0;
  for (const [provider, runs] of screeningsOf(payload)) {
    for (const { output } of runs) {
      for (const entry of output[provider] ?? []) {
        for (const [key, value] of Object.entries(entry.output.content.data)) {
          if (key !== 'hits' && key !== 'blacklist_hits') continue;
          for (const hit of value as readonly Hit[]) {
            if (key === 'hits') found.push({ number, hit });
            number += 1;
          }
        }
      }
    }
  }
  return found;
}

/** Numbers of the hits with the highest scores, and of the largest; each with that. */
export function recountTop(
  payload: Json,
  top: number,
): { readonly highest: readonly (readonly number[])[]; readonly largest: readonly (readonly number[])[] } {
  const hits = numbered(payload);
  const sorted = (rankOf: (hit: Hit) => number | undefined): readonly (readonly number[])[] =>
    hits
      .flatMap(({ number, hit }) => {
        const rank = rankOf(hit);
        return rank === undefined ? [] : [[number, rank] as const];
      })
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, top);
  return { highest: sorted(({ score }) => score), largest: sorted(bytesOf) };
}

/** Numbers about ids of hits: repeated ones within entries, and those in several places. */
export interface RecountedIds {
  readonly total: number;
  readonly repeated: number;
  readonly ids: number;
  readonly inSeveralEntries: number;
  readonly inSeveralRuns: number;
  readonly inSeveralProviders: number;
}

export function recountIds(payload: Json): RecountedIds {
  const places = new Map<string, { entries: Set<string>; runs: Set<string>; providers: Set<string> }>();
  let [total, repeated] = [0, 0];
  for (const [provider, runs] of screeningsOf(payload)) {
    for (const [run, { output }] of runs.entries()) {
      for (const [entry, value] of (output[provider] ?? []).entries()) {
        const ids = value.output.content.data.hits.flatMap(({ doc }) => doc.id ?? []);
        total += ids.length;
        repeated += ids.length - new Set(ids).size;
        for (const id of ids) {
          const known = places.get(id) ?? { entries: new Set(), runs: new Set(), providers: new Set() };
          places.set(id, known);
          known.entries.add(`${provider} ${run} ${entry}`);
          known.runs.add(`${provider} ${run}`);
          known.providers.add(provider);
        }
      }
    }
  }
  const several = (name: 'entries' | 'runs' | 'providers'): number =>
    [...places.values()].filter((each) => each[name].size > 1).length;
  return {
    total,
    repeated,
    ids: places.size,
    inSeveralEntries: several('entries'),
    inSeveralRuns: several('runs'),
    inSeveralProviders: several('providers'),
  };
}
