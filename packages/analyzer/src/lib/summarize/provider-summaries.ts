import { at, numberAt, objectAt, stringAt } from '@idvkit/json';
import { AML_LISTS } from '@idvkit/schema';
import type { EntrySummary, HitShape, HitsSummary, ProviderSummary, RunSummary } from '@idvkit/schema/formats';
import { privacyOf } from '@idvkit/schema/privacy';

import type { HitFacts } from '../collect/hits-collector.ts';
import type { ScreenedPayload } from '../collect/payload-collector.ts';
import { shown, shownOf } from '../collect/shown-text.ts';
import type { EntryFacts, ProviderFacts, RunFacts } from '../corpus/document-facts.ts';
import { withRecord } from './screening-summary.ts';
import { elementsAt, integerAt, membersAt } from './value-at.ts';

/** Flags of an entry, as the aggregates of its run name them: `is_found`, `is_in_pep` … */
const ENTRY_FLAGS = ['found', ...AML_LISTS.map((list) => `in_${list}`)].map((flag) => ({
  name: `is_${flag}`,
  any: `is_any_${flag}`,
  all: `is_all_${flag}`,
}));
const FLAGS: ReadonlySet<string> = new Set(ENTRY_FLAGS.flatMap(({ name, any, all }) => [name, any, all]));
/** Where a run, an entry of it and what it found stand, for any provider. */
const RUN = ['extra', 'identity_aml', '', 0] as const;
const ENTRY = [...RUN, 'output', '', 0, 'output'] as const;
const RECORD = [...ENTRY, 'content', 'data'] as const;
const FIELDS = {
  timestamp: privacyOf([...RUN, 'timestamp']),
  listed: privacyOf([...RUN, 'values_list', 0]),
  status: privacyOf([...ENTRY, 'status']),
  matchStatus: privacyOf([...RECORD, 'match_status']),
  riskLevel: privacyOf([...RECORD, 'risk_level']),
};
/** Most names that are listed of a `values_list`: several times what one can hold that keeps its rules. */
const MAX_VALUES_LIST = 32;

type Payload<Hits extends HitFacts, Shape = unknown> = ScreenedPayload<Hits, Shape>;

/** Finds what a corpus adds up of a screening: by provider, run and entry. */
export function providerFacts<Hits extends HitFacts, Shape>(
  payload: Payload<Hits, Shape>,
): ProviderFacts<Hits, Shape>[] {
  return providersOf(payload, runFacts);
}

/** Sums up what screening found: by provider, run and entry. */
export function providerSummaries(payload: Payload<HitsSummary, HitShape>): ProviderSummary[] {
  return providersOf(payload, runSummary);
}

interface RunContext<Hits extends HitFacts> {
  readonly payload: Payload<Hits>;
  readonly provider: string;
  readonly run: unknown;
  readonly index: number;
}

function providersOf<Hits extends HitFacts, Shape, Run>(
  payload: Payload<Hits, Shape>,
  runOf: (context: RunContext<Hits>) => Run,
): { name: string; runs: Run[]; shape: Shape }[] {
  return membersAt(payload.skeleton.root, 'extra', 'identity_aml').map(([name, runs]) => ({
    name,
    runs: elementsAt(runs).map((run, index) => runOf({ payload, provider: name, run, index })),
    shape: payload.shapeOf(name),
  }));
}

function runFacts<Hits extends HitFacts>(context: RunContext<Hits>): RunFacts<Hits> {
  const { provider, run, index } = context;
  return {
    index,
    flags: flagsOf(at(run, 'result')),
    entries: elementsAt(run, 'output', provider).map((entry, each) => entrySummary(context, entry, each)),
  };
}

function runSummary(context: RunContext<HitsSummary>): RunSummary {
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
    entries,
  };
}

function entrySummary<Hits extends HitFacts>(
  { payload, provider, index: run }: RunContext<Hits>,
  entry: unknown,
  index: number,
): EntryFacts<Hits> {
  const flags = flagsOf(at(entry, 'result'));
  const hits = payload.hitsOf(provider, run, index);
  const code = integerAt(entry, 'output', 'code');
  const totalHits = integerAt(entry, 'result', 'total_hits');
  const record = recordOf(at(entry, 'output', 'content', 'data'));
  const contradicted = flags['is_found'] === false && hits.count > 0 ? ['is_found'] : [];
  return {
    index,
    ...(code !== undefined && { code }),
    ...shown('status', stringAt(entry, 'output', 'status'), FIELDS.status),
    flags,
    contradicted,
    ...(totalHits !== undefined && { totalHits }),
    record,
    bytes: payload.skeleton.bytesOf(entry),
    hits: withRecord(hits, record),
  };
}

const RECORD_NUMBERS = [
  ['totalHits', 'total_hits'],
  ['totalMatches', 'total_matches'],
  ['limit', 'limit'],
  ['offset', 'offset'],
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

/** Names the flags of a run that are not what those of its entries add up to. Of a run without entries nothing is known. */
function contradictedAggregates(flags: RunSummary['flags'], entries: readonly EntryFacts[]): string[] {
  if (entries.length === 0) return [];
  return ENTRY_FLAGS.flatMap((flag) => {
    const own = entries.map((entry) => entry.flags[flag.name]);
    if (own.includes(undefined)) return [];
    const differs = (name: string, expected: boolean): string[] =>
      flags[name] !== undefined && flags[name] !== expected ? [name] : [];
    return [...differs(flag.any, own.includes(true)), ...differs(flag.all, !own.includes(false))];
  });
}
