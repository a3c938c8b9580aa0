import { at, numberAt, objectAt, stringAt } from '@idvkit/json';
import type { EntrySummary, HitsSummary, LeftOutHits, ProviderSummary, RunSummary } from '@idvkit/schema/formats';

import type { PlainPayload } from '../collect/collect-plain.ts';
import { ENTRY_FLAGS, FIELDS, FLAGS } from '../collect/entry-fields.ts';
import type { HitFacts } from '../collect/hits-collector.ts';
import { isLeftOut } from '../collect/left-out.ts';
import type { CollectedPayload, ScreenedPayload } from '../collect/payload-collector.ts';
import { shown, shownOf } from '../collect/shown-text.ts';
import type { EntryFacts, PlainProvider, RunFacts } from '../corpus/document-facts.ts';
import { elementsAt, integerAt, membersAt } from './value-at.ts';

/** Most names that are listed of a `values_list`: several times what one can hold that keeps its rules. */
const MAX_VALUES_LIST = 32;

/** Finds what a corpus adds up of the screenings of a small payload: by provider, run and entry. */
export function plainProviders(payload: PlainPayload): PlainProvider[] {
  return screeningsIn(payload).map(([name, runs]) => ({
    name,
    runs: elementsAt(runs).map((run, index) => runFacts<HitFacts>({ payload, provider: name, run, index })),
    statistics: payload.statisticsOf(name),
  }));
}

/** Sums up what screening found: by provider, run and entry. */
export function providerSummaries(payload: CollectedPayload): ProviderSummary[] {
  return screeningsIn(payload).map(([name, runs]) => ({
    name,
    totals: payload.totalsOf(name),
    runs: elementsAt(runs).map((run, index) => runSummary({ payload, provider: name, run, index })),
    shape: payload.shapeOf(name),
  }));
}

function screeningsIn({ skeleton }: ScreenedPayload<unknown>): readonly [string, unknown][] {
  return membersAt(skeleton.root, 'extra', 'identity_aml');
}

interface RunContext<Hits> {
  readonly payload: ScreenedPayload<Hits>;
  readonly provider: string;
  readonly run: unknown;
  readonly index: number;
}

function runFacts<Hits extends HitFacts | LeftOutHits>(context: RunContext<Hits>): RunFacts<EntryFacts<Hits>> {
  const { provider, run, index } = context;
  return {
    index,
    flags: flagsOf(at(run, 'result')),
    entries: elementsAt(run, 'output', provider).map((entry, each) => entrySummary(context, entry, each)),
  };
}

function runSummary(context: RunContext<HitsSummary | LeftOutHits>): RunSummary {
  const { payload, run } = context;
  const { index, flags, entries } = runFacts(context);
  return {
    index,
    ...shown('timestamp', stringAt(run, 'timestamp'), FIELDS.timestamp),
    flags,
    // Entries that there was no room for would count as well.
    contradicted: payload.skeleton.dropped > 0 ? [] : contradictedAggregates(flags, entries),
    valuesList: elementsAt(run, 'values_list')
      .filter((name) => typeof name === 'string')
      .slice(0, MAX_VALUES_LIST)
      .map((name) => shownOf(name, FIELDS.listed)),
    bytes: payload.skeleton.bytesOf(run),
    entries: [...entries],
  };
}

function entrySummary<Hits extends HitFacts | LeftOutHits>(
  { payload }: RunContext<Hits>,
  entry: unknown,
  index: number,
): EntryFacts<Hits> {
  const flags = flagsOf(at(entry, 'result'));
  const hits = payload.hitsOf(entry);
  const code = integerAt(entry, 'output', 'code');
  const totalHits = integerAt(entry, 'result', 'total_hits');
  const contradicted = flags['is_found'] === false && hits.count > 0 && !isLeftOut(hits) ? ['is_found'] : [];
  return {
    index,
    ...(code !== undefined && { code }),
    ...shown('status', stringAt(entry, 'output', 'status'), FIELDS.status),
    flags,
    contradicted,
    ...(totalHits !== undefined && { totalHits }),
    record: recordOf(at(entry, 'output', 'content', 'data')),
    bytes: payload.skeleton.bytesOf(entry),
    hits,
    blacklistHits: payload.blacklistHitsOf(entry),
  };
}

const RECORD_NUMBERS = [
  ['totalHits', 'total_hits'],
  ['totalMatches', 'total_matches'],
  ['limit', 'limit'],
  ['offset', 'offset'],
  ['totalBlacklistHits', 'total_blacklist_hits'],
] as const;

function recordOf(record: unknown): EntrySummary['record'] {
  const numbers: Partial<Record<(typeof RECORD_NUMBERS)[number][0], number>> = {};
  for (const [name, key] of RECORD_NUMBERS) {
    const value = numberAt(record, key);
    if (value !== undefined) numbers[name] = value;
  }
  return {
    ...numbers,
    ...shown('matchStatus', stringAt(record, 'match_status'), FIELDS.matchStatus),
    ...shown('riskLevel', stringAt(record, 'risk_level'), FIELDS.riskLevel),
  };
}

function flagsOf(result: unknown): Record<string, boolean> {
  const flags: Record<string, boolean> = {};
  const members = objectAt(result) ?? {};
  for (const name of Object.keys(members)) {
    const value = members[name];
    if (typeof value === 'boolean' && FLAGS.has(name)) flags[name] = value;
  }
  return flags;
}

/**
 * Names the flags of a run that are not what those of its entries add up to. One entry is enough to prove an OR true and an AND false; their
 * opposites need the flag of each. Of a run without entries nothing is known.
 */
function contradictedAggregates(flags: RunSummary['flags'], entries: readonly Pick<EntryFacts, 'flags'>[]): string[] {
  if (entries.length === 0) return [];
  return ENTRY_FLAGS.flatMap((flag) => {
    const own = entries.map((entry) => entry.flags[flag.name]);
    const isWhole = !own.includes(undefined);
    const differs = (name: string, expected: boolean): boolean => flags[name] === !expected;
    const [hasTrue, hasFalse] = [own.includes(true), own.includes(false)];
    return [
      ...((hasTrue || isWhole) && differs(flag.any, hasTrue) ? [flag.any] : []),
      ...((hasFalse || isWhole) && differs(flag.all, !hasFalse) ? [flag.all] : []),
    ];
  });
}
