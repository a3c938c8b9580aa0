import { createHmac } from 'node:crypto';

import type { Shard } from '@idvkit/cli-kit';
import type { ConformanceShard, Observed, ReportedFinding } from '@idvkit/schema/formats';

import { discoverInOrder } from '../../judge/discovery/discover.ts';
import type { Discovery } from '../../judge/discovery/discovery.ts';
import type { RuleSelection } from '../../judge/rule/rule-glob.ts';
import type { Ordered, RuleTally } from '../../judge/rule/rule-tally.ts';
import { judgeShard } from '../../judge/shard/judge-shard.ts';
import { lightObservation } from '../../observe/light-observation.ts';
import type { Observation } from '../../observe/observation.ts';
import { isOfShard, shardKeyOf } from '../../observe/shard-key.ts';
import { maskedDiscovery, maskedObservations, maskedRun } from '../../report/build-report.ts';
import { createSlugSources } from '../../report/curl-line.ts';
import { createMasker } from '../../report/mask/create-masker.ts';
import type { Masker } from '../../report/mask/masker.ts';
import { citedMessages, MAX_MESSAGE_CHARACTERS } from '../../report/masked-messages.ts';
import { maskedFinding } from '../../report/rule-report.ts';
import { type RecordedRun, recordedRun } from '../check-recording.ts';
import { chosenRules, decidableRules } from '../recorded-outcomes.ts';
import type { Recording, RecordingOptions } from '../recording.ts';

/** How a shard is checked. All but the shard is the same for all shards of a plan. */
export interface CheckShardOptions extends RuleSelection {
  readonly shard: Shard;
  readonly tool: { readonly name: string; readonly version: string };
  /** How the recording was read. */
  readonly recording: RecordingOptions;
  /** Key of the fingerprints. Default: one that only the recording gives. */
  readonly key?: string | undefined;
}

type Tally = RuleTally<ReportedFinding>;

/** Checks the applications of a shard of a recording that was read for this shard. */
export function checkShard(recording: Recording, options: CheckShardOptions): ConformanceShard {
  const { shard, tool, key } = options;
  const { observations: all, context, undecidable, digest = '' } = recording;
  const own = new Set(all.filter((each) => isOfShard(shardKeyOf(each), shard)).map(({ id }) => id));
  const isOwn = (id: string): boolean => own.has(id);
  const { inputParameters = [] } = options.recording;
  const light = all.map((each) => (isOwn(each.id) ? lightObservation(each, inputParameters) : each));
  const { tallies, trials, cited } = judgeShard(decidableRules(recording, options), { all, light, isOwn }, context);
  const run = recordedRun(recording);
  const masking: Masking = {
    run,
    masker: createMasker(run, key === undefined ? {} : { key }),
    byId: new Map(all.map((each) => [each.id, each])),
  };
  const masked = new Map([...tallies].map(([id, tally]) => [id, maskedTally(tally, masking)]));
  const { seed: _, complete: __, ...target } = maskedRun(run, masking.masker);
  return {
    format: 'idvkit.conformance-shard',
    version: 1,
    tool: { ...tool },
    shard: { number: shard.index + 1, count: shard.count },
    plan: planOf(recording, options),
    ...target,
    rules: chosenRules(options).map(({ id }) => ({
      id,
      undecidable: undecidable(id),
      ...writableTally(masked.get(id) ?? NO_TALLY),
    })),
    selfCheck: trials.map(({ rule, trials: own }) => ({
      rule,
      trials: own.map(({ order, isFound }) => ({ order: [...order], isFound })),
    })),
    discoveries: discoverInOrder(all, isOwn).map(({ order, value }) => ({
      order: [...order],
      kind: kindOf(value, digest),
      value: maskedDiscovery(value, masking.masker),
    })),
    observed: ownObserved(masking, { isOwn, cited }),
  };
}

interface Masking {
  readonly run: RecordedRun;
  readonly masker: Masker;
  readonly byId: ReadonlyMap<string, Observation>;
}

function maskedTally({ findings, ...tally }: RuleTally, { run, masker, byId }: Masking): Tally {
  const curl = { masker, slugSources: createSlugSources(run) };
  return {
    ...tally,
    findings: findings.map(({ order, value }) => ({ order, value: maskedFinding(value, byId, curl) })),
  };
}

/** Returns the observations of a shard, with the messages that findings of any shard point at. */
function ownObserved(
  { run, masker }: Masking,
  { isOwn, cited }: { readonly isOwn: (id: string) => boolean; readonly cited: readonly (readonly string[])[] },
): ConformanceShard['observed'] {
  const placed = run.observations.map((observation, place) => ({ observation, place }));
  const own = placed.filter(({ observation: { id } }) => isOwn(id));
  const observed = maskedObservations({ ...run, observations: own.map(({ observation }) => observation) }, masker);
  const messages = messagesOf(observed, { cited, withMessages: citedMessages(run, masker) });
  return observed.map((value, index) => ({
    order: [own[index]?.place ?? 0],
    value: messages.get(value.id) ?? value,
  }));
}

interface Citing {
  readonly cited: readonly (readonly string[])[];
  readonly withMessages: (entry: Observed) => Observed | undefined;
}

/** Writes messages that the merged report may show: of each finding, those that fit into a report. */
function messagesOf(observed: readonly Observed[], { cited, withMessages }: Citing): ReadonlyMap<string, Observed> {
  const entries = new Map(observed.map((entry) => [entry.id, entry]));
  const messages = new Map<string, Observed>();
  for (const ids of cited) {
    let rest = MAX_MESSAGE_CHARACTERS;
    for (const id of ids) {
      const entry = entries.get(id);
      if (entry === undefined || rest <= 0) continue;
      const shown = messages.get(id) ?? withMessages(entry) ?? entry;
      rest -= JSON.stringify(shown).length;
      messages.set(id, shown);
    }
  }
  return messages;
}

const NO_TALLY: Tally = { passes: 0, failures: 0, covered: [], passing: [], failing: [], findings: [] };

function writableTally(tally: Tally): Omit<ConformanceShard['rules'][number], 'id' | 'undecidable'> {
  const { inconclusive, covered, passing, failing, findings } = tally;
  return {
    ...tally,
    covered: [...covered],
    inconclusive: inconclusive && writable(inconclusive),
    passing: passing.map(writable),
    failing: failing.map(writable),
    findings: findings.map(writable),
  };
}

function writable<Value>({ order, value }: Ordered<Value>): { order: number[]; value: Value } {
  return { order: [...order], value };
}

/**
 * Returns a hash of the recording, of the tool and of the options: only the recording gives it. Of the webhook secret it has what the
 * secret decides: whoever has the recording could try out secrets on a hash of it.
 */
function planOf(
  { observations, digest = '' }: Recording,
  { shard, tool, recording, ...selection }: CheckShardOptions,
): string {
  const { baseUrl, formSlug, inputParameters, facts = {} } = recording;
  const { deletedSlugs, unknownSlugs, invalidTokens, badAnswers } = facts;
  const lists = [deletedSlugs, unknownSlugs, invalidTokens].map((set) => set && [...set].toSorted());
  const bearers = observations.flatMap((each) => (each.kind === 'delivery' ? [each.bearer] : []));
  const rules = chosenRules(selection).map(({ id }) => id);
  const options = [tool, shard.count, rules, baseUrl, formSlug, inputParameters, bearers, lists, badAnswers];
  return keyedHash(digest, JSON.stringify(options));
}

/** Returns what equal discoveries have in common: masked, two may read alike. */
function kindOf({ about, seen }: Discovery, digest: string): string {
  return keyedHash(digest, JSON.stringify([about, seen]));
}

function keyedHash(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
