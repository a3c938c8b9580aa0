import { CliError } from '@idvkit/cli-kit';
import type { ConformanceReport, ConformanceShard, Observed, ReportedFinding } from '@idvkit/schema/formats';

import { firstDiscoveries } from '../../judge/discovery/discover.ts';
import { mutantOutcome, withoutMissed } from '../../judge/mutants/judge-mutants.ts';
import { outcomeOf, type RuleOutcome } from '../../judge/rule/judge-all.ts';
import { addTallies, byOrder } from '../../judge/rule/rule-tally.ts';
import type { Rule } from '../../judge/rule/rule.ts';
import { serviceRules } from '../../judge/rules/all-rules.ts';
import { concludeReport, type ConcludeOptions } from '../../report/build-report.ts';
import { withMessages } from '../../report/masked-messages.ts';
import { recordedOutcomes } from '../recorded-outcomes.ts';

/** Shards of one plan, each once, in their order. */
export type ShardSet = readonly [first: ConformanceShard, ...others: readonly ConformanceShard[]];

/**
 * Merges shards into the report of the whole recording: the same, byte for byte, as that of one process. Without some of the
 * shards, the report is incomplete and names them.
 */
export function mergeShards(shards: ShardSet, options: ConcludeOptions): ConformanceReport {
  const [first] = shards;
  const { target, startedAt, durationMs, context } = first;
  const problem = missingProblem(shards);
  const stopped = problem?.message ?? shards.find((each) => each.stopped !== undefined)?.stopped;
  const all = shards.flatMap(({ observed }) => observed).toSorted(byOrder);
  const discoveries = shards.flatMap((shard) => shard.discoveries.map(({ order, ...value }) => ({ order, value })));
  const report = concludeReport(
    {
      target,
      startedAt,
      durationMs,
      context,
      ...judgementOf(shards),
      seed: 0,
      complete: stopped === undefined,
      stopped,
      problem,
      interrupted: false,
      discoveries: firstDiscoveries(discoveries, ({ kind, value: { about } }) => [about, kind]).map(
        ({ value: { value } }) => value,
      ),
      skipped: [],
      observed: all.map(({ value }) => withoutMessages(value)),
      created: [],
    },
    options,
  );
  const cited = new Map(all.map(({ value }) => [value.id, value]));
  return withMessages(report, (id) => cited.get(id));
}

function judgementOf(shards: ShardSet): {
  readonly selfCheck: ReturnType<typeof mutantOutcome>;
  readonly outcomes: readonly RuleOutcome<ReportedFinding>[];
} {
  const [first] = shards;
  const undecidable = new Map(first.rules.map(({ id, undecidable }) => [id, undecidable]));
  const tallies = Map.groupBy(
    shards.flatMap(({ rules }) => rules),
    ({ id }) => id,
  );
  const rules: readonly Rule[] = serviceRules.filter(({ id }) => undecidable.has(id));
  const selfCheck = mutantOutcome(shards.flatMap((shard) => shard.selfCheck));
  const judged = rules
    .filter(({ id }) => undecidable.get(id) === undefined)
    .map((rule) => outcomeOf(rule, addTallies(tallies.get(rule.id) ?? [])));
  const outcomes = recordedOutcomes(withoutMissed(judged, selfCheck), {
    undecidable: (id) => undecidable.get(id),
    rules,
  });
  return { selfCheck, outcomes };
}

function withoutMessages(observed: Observed): Observed {
  if (observed.kind === 'exchange') return { ...observed, call: undefined };
  return observed.kind === 'delivery' ? { ...observed, request: undefined } : observed;
}

function missingProblem(shards: ShardSet): ConformanceReport['problem'] {
  const [{ shard }] = shards;
  const known = new Set(shards.map((each) => each.shard.number));
  const missing = Array.from({ length: shard.count }, (_, index) => index + 1).filter((number) => !known.has(number));
  if (missing.length === 0) return undefined;
  const named = missing.slice(0, MAX_NAMED).map((number) => `${number}/${shard.count}`);
  const more = missing.length - named.length;
  const which = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return {
    code: 'shards-missing',
    message: `The report is incomplete: ${missing.length === 1 ? 'shard' : 'shards'} ${which} ${missing.length === 1 ? 'is' : 'are'} missing.`,
    fix: `Check the same recording with --shard ${named[0]}, and merge again with all shards.`,
  };
}

const MAX_NAMED = 8;

/** A shard with the name and the bytes of its file. */
export interface NamedShard {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly shard: ConformanceShard;
}

/** Returns the set of shards: the same shard counts once. @throws {CliError} `shards-differ` if they do not belong together. */
export function shardSet(shards: readonly NamedShard[]): ShardSet {
  const [first] = shards;
  const byNumber = new Map<number, NamedShard>();
  for (const each of shards) {
    const { number, count } = each.shard.shard;
    if (first !== undefined) requireSamePlan(first, each);
    const same = byNumber.get(number);
    if (same !== undefined && Buffer.compare(same.bytes, each.bytes) !== 0) {
      throw differ(`"${same.name}" and "${each.name}" are both shard ${number}/${count}, with different content`);
    }
    byNumber.set(number, each);
  }
  const [lowest, ...others] = [...byNumber.values()]
    .map(({ shard }) => shard)
    .toSorted((one, other) => one.shard.number - other.shard.number);
  if (lowest === undefined) throw differ('there is none');
  return [lowest, ...others];
}

function requireSamePlan(first: NamedShard, { name, shard }: NamedShard): void {
  const [one, other] = [first.shard.shard.count, shard.shard.count];
  if (one !== other) throw differ(`"${first.name}" is one of ${one}, and "${name}" is one of ${other}`);
  if (first.shard.plan === shard.plan) return;
  throw differ(`"${name}" is of another recording than "${first.name}", or was checked with other options`);
}

function differ(state: string): CliError {
  return new CliError({
    code: 'shards-differ',
    message: `Cannot merge these shards: ${state}.`,
    fix: 'Give the shards of one recording, checked with the same options and version.',
  });
}
