import type { ServiceEndpoint } from '../../observe/condition.ts';
import type { Credentials } from '../calls/credentials.ts';
import type { RunPlan } from '../calls/plan-coverage.ts';
import type { RunSettings } from '../calls/run-settings.ts';
import { effectOf } from '../plan/call-effect.ts';
import { CALL_NEEDS, type CallNeedId, lackingNeeds } from '../plan/call-needs.ts';
import { CallPlan, subjectKey } from '../plan/call-plan.ts';
import { CALL_FACTORS, type CallRow } from '../plan/call-space.ts';
import { deliveryCoverage } from '../plan/delivery-coverage.ts';
import { type DeliveryMeans, type Life, planDeliveries } from '../plan/delivery-plan.ts';
import { PASTS } from '../plan/pasts.ts';
import { type DeliveryFacts, deliveryMeans, deliveryPlans, livesWithOutcomes } from './delivery-plans.ts';
import { mayEnd } from './planned-caller.ts';
import { dueRows, EXTRA_CALLS, extraRows, first, plannedCalls } from './planned-calls.ts';
import { callsOf } from './play-lives.ts';
import { SETTLED_MS } from './resend.ts';
import { PAST_EXPIRY_MS } from './signed-images.ts';
import type { Scenario } from './stage.ts';

/** Facts about a run that are known before its first call. */
export interface RunFacts extends Omit<DeliveryFacts, 'remaining'> {
  readonly credentials: Credentials;
  readonly scenarios: readonly Scenario[];
  readonly settings: RunSettings;
  /** Set if no wait takes time. */
  readonly movesTime: boolean;
  /** Endpoints whose calls show something about the rules of the run. */
  readonly endpoints: ReadonlySet<ServiceEndpoint>;
  /** Set if rules were chosen, so that only calls that are due are made. */
  readonly isPartial: boolean;
}

/** Calls per second if neither the rate nor a wait limits them. */
const UNLIMITED_RATE = 250;
/** Time in which lives end, with deliveries that are not answered in time. */
const PLAYING_SECONDS = 60;

/** Plans a run without a call, and estimates what it takes. */
export function planRun(facts: RunFacts): RunPlan {
  const { settings, scenarios, isThorough } = facts;
  const strength = isThorough ? 3 : 2;
  const deliveries = scenarios.includes(deliveryPlans) && facts.receivers > 0 ? planLives(facts) : undefined;
  const { means, lives = [] } = deliveries ?? {};
  const hasLives = lives.length > 0;
  const plan = new CallPlan(1, facts.endpoints);
  const planned = scenarios.includes(plannedCalls) ? countCalls(plan, { ...facts, hasLives }) : NO_CALLS;
  const others = scenarios.flatMap(({ takes }) => takes?.(facts) ?? []);
  const before = 2 + sum(others.map(({ calls }) => calls)) + sum(lives.map(callsOf));
  const { calls, seconds } = timeOf(facts, { ...planned, before, hasLives });
  const applications = 1 + sum(others.map((each) => each.applications)) + lives.length + planned.applications;
  const { budget } = settings;
  return {
    ...(planned !== NO_CALLS && { calls: plan.planned(strength) }),
    ...(means !== undefined &&
      means.strength > 1 && { deliveries: deliveryCoverage({ means, lives }, means.strength) }),
    strength,
    expected: {
      calls: Math.min(calls, budget.calls),
      applications: Math.min(applications, budget.applications),
      seconds: Math.min(seconds, budget.minutes * 60),
    },
  };
}

function planLives(facts: RunFacts): { readonly means: DeliveryMeans; readonly lives: readonly Life[] } | undefined {
  const means = deliveryMeans({ ...facts, remaining: facts.settings.budget.applications });
  return means && { means, lives: livesWithOutcomes(planDeliveries(means).lives, means, facts.operator) };
}

/** Calls of the plan. */
interface CallCounts {
  readonly withEffect: number;
  readonly withoutEffect: number;
  /** Calls that are made only while a run waits. */
  readonly extra: number;
  readonly applications: number;
}

const NO_CALLS: CallCounts = { withEffect: 0, withoutEffect: 0, extra: 0, applications: 0 };

function countCalls(plan: CallPlan, facts: RunFacts & { readonly hasLives: boolean }): CallCounts {
  const { hasLives, isThorough, guest, isPartial, movesTime, plainForm } = facts;
  const lacking = lackingNeeds({ ...facts, isLive: guest });
  plan.lack(...lacking);
  const subjects = subjectsOf(lacking);
  const inState = (state: CallRow['application']): number =>
    subjects.filter(({ application }) => application === state).length;
  const due = dueRows(plan, isThorough);
  const planned = [...due.withEffect, ...due.withCredit.flatMap(([, each]) => each)];
  // Valid answers are a document, and then input parameters.
  const isTwice = ({ flow, body }: CallRow): boolean => flow === 'camera' && body === 'valid-answers';
  const creates = due.creates.length + due.creates.filter(isTwice).length;
  const exposing = planned.filter((row) => effectOf(row) === 'if-wrong');
  const exposed = new Set(exposing.map(({ flow, past }) => subjectKey(flow, 'open', past)));
  const isExtraDue = isThorough || (movesTime && !isPartial);
  const limit = isThorough || !movesTime ? Infinity : EXTRA_CALLS;
  return {
    // Each application is read three times, an open one also gets a refused call; what might change one is read after.
    withEffect:
      3 * subjects.length +
      inState('open') +
      (plainForm === undefined ? 1 : 5) +
      planned.length +
      exposing.length +
      2 * creates,
    withoutEffect: due.withoutEffect.length + (isExtraDue ? countOf(first(limit, extraRows(plan))) : 0),
    extra: isExtraDue ? 0 : Infinity,
    // Lives leave submitted and expired ones, which are deleted in the end.
    applications:
      createdFor([...planned, ...due.withoutEffect], facts) +
      creates +
      exposed.size +
      (hasLives ? inState('open') : subjects.length),
  };
}

/** Bodies with which lives begin, in every locale: they leave no such create to the plan. */
const BODIES_OF_LIVES: ReadonlySet<CallRow['body']> = new Set(['absent', 'valid-answers']);

/** Counts the applications that calls create or use up. A form may not have the nested answer, so that it is accepted; an array hardly is. */
function createdFor(rows: readonly CallRow[], { hasLives }: { readonly hasLives: boolean }): number {
  const creates = rows.filter((row) => {
    const { endpoint, method, credential, locale, credit, body } = row;
    if (endpoint !== 'create' || credit !== 'enough' || body === 'not-object') return false;
    if (hasLives && BODIES_OF_LIVES.has(body)) return false;
    const isServed = method === 'own' && credential === 'valid' && locale !== 'unrecognised';
    return effectOf(row) === 'some' || (isServed && body === 'nested-answers');
  });
  return Math.max(creates.length, rows.filter(mayEnd).length);
}

type Subject = Pick<CallRow, 'flow' | 'application' | 'past'>;

/** Lists the applications that calls are about. */
function subjectsOf(lacking: readonly CallNeedId[]): readonly Subject[] {
  const all = CALL_FACTORS.past.flatMap((past) =>
    PASTS[past].flatMap((application) =>
      (['camera', 'plain'] as const).map((flow): Subject | undefined =>
        application === 'none' || application === 'unknown-slug' || application === 'unknown'
          ? undefined
          : { flow, application, past },
      ),
    ),
  );
  return all
    .filter((subject) => subject !== undefined)
    .filter((subject) => !lacking.some((id) => CALL_NEEDS[id].isNeeded(subject)));
}

/** Estimates the calls and the time of a run: what has no effect fills its waits. */
function timeOf(
  { settings, movesTime, receivers, operator }: RunFacts,
  counts: CallCounts & { readonly before: number; readonly hasLives: boolean },
): { readonly calls: number; readonly seconds: number } {
  const { before, withEffect, withoutEffect, extra, hasLives } = counts;
  const due = before + withEffect + withoutEffect;
  const rate = Math.min(settings.ratePerSecond ?? Infinity, UNLIMITED_RATE);
  if (movesTime) return { calls: due, seconds: due / rate };
  const { patienceMs } = settings;
  const waits = [
    receivers > 0 ? patienceMs + 1000 : 0,
    hasLives && operator.changeStatus !== undefined && patienceMs >= SETTLED_MS ? SETTLED_MS : 0,
    hasLives && patienceMs >= PAST_EXPIRY_MS ? PAST_EXPIRY_MS : 0,
  ];
  const waited = sum(waits) / 1000;
  const filled = Math.min(Math.max(0, waited * rate - withoutEffect), extra);
  const playing = Math.max(before / rate, hasLives ? PLAYING_SECONDS : 0);
  return {
    calls: due + filled,
    seconds: playing + withEffect / rate + Math.max(waited, withoutEffect / rate),
  };
}

function countOf(items: Iterable<unknown>): number {
  let count = 0;
  for (const _ of items) count += 1;
  return count;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
