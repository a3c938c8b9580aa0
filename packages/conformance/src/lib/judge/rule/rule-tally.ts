import type { Observation, ObservationId } from '../../observe/observation.ts';
import type { Finding, Judgement } from './judgement.ts';
import type { Rule } from './rule.ts';

export const EVIDENCE_LIMIT = 10;
export const FINDING_LIMIT = 25;

/** A position: numbers compared one by one. Shards of a recording put what they found in order by it. */
export type Order = readonly number[];

export interface Ordered<Value> {
  readonly order: Order;
  readonly value: Value;
}

export function byOrder(
  { order: one }: { readonly order: Order },
  { order: other }: { readonly order: Order },
): number {
  const differs = one.findIndex((number, index) => number !== other[index]);
  return differs < 0 ? one.length - other.length : (one[differs] ?? 0) - (other[differs] ?? -1);
}

/** What the judgements of one rule add up to. Tallies of shards add up to that of the whole. */
export interface RuleTally<Found = Finding> {
  readonly passes: number;
  readonly failures: number;
  /** Parts of the rule's coverage that were seen. */
  readonly covered: readonly string[];
  /** Reason of the first inconclusive judgement. */
  readonly inconclusive?: Ordered<string> | undefined;
  /** The first observations that pass the rule and are in no finding; those that are in one. */
  readonly passing: readonly Ordered<ObservationId>[];
  readonly failing: readonly Ordered<ObservationId>[];
  readonly findings: readonly Ordered<Found>[];
}

export interface JudgedTally {
  readonly tally: RuleTally;
  /** Every observation that passes the rule and is in no finding. */
  readonly passing: ReadonlySet<ObservationId>;
  /** Observations of the first findings, whoever has them: a report shows their messages. */
  readonly cited: readonly (readonly ObservationId[])[];
}

/** A judgement with the position of its subject, and its own among those of the subject. */
export type OrderedJudgement = Ordered<Judgement>;

/** Judgements and observations that count. */
export interface Own {
  readonly judgement: (judgement: Judgement) => boolean;
  readonly id: (id: ObservationId) => boolean;
}

/** Adds up judgements. `isOwn`: the judgements and observations of this shard; all judgements decide what passes. */
export function tallyOf(judgements: Iterable<OrderedJudgement>, isOwn: Own = ALL): JudgedTally {
  let passes = 0;
  let failures = 0;
  const passing = new Map<ObservationId, Order>();
  const failing = new Map<ObservationId, Order>();
  const findings: Ordered<Finding>[] = [];
  const cited: (readonly ObservationId[])[] = [];
  const covered = new Set<string>();
  let inconclusive: Ordered<string> | undefined;
  for (const { order, value: judgement } of judgements) {
    if (judgement.outcome === 'inconclusive') {
      inconclusive ??= { order, value: judgement.reason };
      continue;
    }
    const ids = judgement.outcome === 'pass' ? passing : failing;
    for (const [place, id] of judgement.observations.entries()) if (!ids.has(id)) ids.set(id, [...order, place]);
    if (judgement.outcome === 'fail' && cited.length < FINDING_LIMIT) cited.push(judgement.observations);
    if (!isOwn.judgement(judgement)) continue;
    if (judgement.outcome === 'pass') {
      passes += 1;
      for (const part of judgement.covers ?? []) covered.add(part);
    } else {
      failures += 1;
      if (findings.length < FINDING_LIMIT) findings.push({ order, value: judgement });
    }
  }
  for (const id of failing.keys()) passing.delete(id);
  const first = (ids: ReadonlyMap<ObservationId, Order>): readonly Ordered<ObservationId>[] =>
    [...ids]
      .filter(([id]) => isOwn.id(id))
      .slice(0, EVIDENCE_LIMIT)
      .map(([value, order]) => ({ order, value }));
  return {
    tally: {
      passes,
      failures,
      covered: [...covered],
      inconclusive,
      passing: first(passing),
      failing: first(failing),
      findings,
    },
    passing: new Set(passing.keys()),
    cited,
  };
}

const ALL: Own = { judgement: () => true, id: () => true };

/** Returns the observation whose shard has a judgement: a finding needs the call that it shows. */
export function ownerOfJudgement(
  { outcome, observations }: Judgement,
  byId: ReadonlyMap<ObservationId, Observation>,
): Observation | undefined {
  const cited = observations.flatMap((id) => byId.get(id) ?? []);
  return (outcome === 'fail' ? cited.find(({ kind }) => kind === 'exchange') : undefined) ?? cited[0];
}

/** Adds up tallies of shards, in any order. */
export function addTallies<Found>(tallies: readonly RuleTally<Found>[]): RuleTally<Found> {
  const all = <Value>(list: (tally: RuleTally<Found>) => readonly Ordered<Value>[], limit: number): Ordered<Value>[] =>
    tallies.flatMap(list).toSorted(byOrder).slice(0, limit);
  return {
    passes: sum(tallies.map(({ passes }) => passes)),
    failures: sum(tallies.map(({ failures }) => failures)),
    covered: [...new Set(tallies.flatMap(({ covered }) => covered))],
    inconclusive: tallies.flatMap(({ inconclusive }) => inconclusive ?? []).toSorted(byOrder)[0],
    passing: all(({ passing }) => passing, EVIDENCE_LIMIT),
    failing: all(({ failing }) => failing, EVIDENCE_LIMIT),
    findings: all(({ findings }) => findings, FINDING_LIMIT),
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** Verdict of a tally, with the evidence for it. */
export interface Conclusion {
  readonly verdict: 'passed' | 'failed' | 'warned' | 'not-exercised';
  readonly passes: number;
  readonly evidence: readonly ObservationId[];
  readonly reason?: string;
}

/** Concludes a tally of everything that was observed. */
export function conclude(
  { passes, failures, covered, inconclusive, passing, failing }: RuleTally<unknown>,
  rule: Rule,
): Conclusion {
  const evidence = (failures > 0 ? failing : passing).map(({ value }) => value);
  if (failures > 0) return { passes, evidence, verdict: rule.level === 'must' ? 'failed' : 'warned' };
  const untested = { passes: 0, verdict: 'not-exercised' } as const;
  if (passes === 0) return { ...untested, evidence, reason: inconclusive?.value ?? rule.needs };
  const missing = coverageNote(rule.coverage, new Set(covered));
  // An inconclusive attempt must not pass the parts that nothing else covers.
  if (missing !== undefined && inconclusive !== undefined) {
    return { ...untested, evidence: [], reason: `${inconclusive.value} ${missing}` };
  }
  return { passes, evidence, verdict: 'passed', ...(missing === undefined ? {} : { reason: missing }) };
}

const NAMED_PARTS = 8;

/** Names the parts of a rule's coverage that were not seen: `Not seen for: submit.` */
export function coverageNote(
  coverage: readonly string[] | undefined,
  covered: ReadonlySet<string>,
): string | undefined {
  const missing = (coverage ?? []).filter((part) => !covered.has(part));
  if (missing.length === 0) return undefined;
  const more = missing.length - NAMED_PARTS;
  return `Not seen for: ${missing.slice(0, NAMED_PARTS).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
