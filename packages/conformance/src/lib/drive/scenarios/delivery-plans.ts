import { exchangesOf } from '../../observe/observation.ts';
import type { PlannedReceiver } from '../calls/planned-receiver.ts';
import type { ApplicationSubject } from '../calls/service-calls.ts';
import {
  type DeliveredEvent,
  type DeliveryMeans,
  isHeld,
  type Life,
  type LifeStep,
  type PlannedDelivery,
  planDeliveries,
} from '../plan/delivery-plan.ts';
import { type LifeWithOutcome, withOutcomes } from '../plan/life-outcomes.ts';
import { playLives, type PlayableLife } from './play-lives.ts';
import type { Scenario, Stage } from './stage.ts';
import { OUTCOMES } from './submissions.ts';

/** Largest number of applications of all other scenarios, which come first if the budget is small. */
const CREATED_BY_OTHERS = 25;
/** Largest number of applications for deliveries, unless all triples are to be seen. */
const MAX_APPLICATIONS = 34;
/** Largest number on a mock, where applications cost nothing. */
const MAX_OF_MOCK = 60;
/** Submissions that a person is asked for. */
const MAX_ASKED = 4;

/** Rules that pairs of conditions may break. For others, each value once is enough. */
const ABOUT_DELIVERING = [
  'delivery.*',
  'event.nounce.unique',
  'event.created-at.is-*',
  'event.*.on-*',
  'resend.*',
  'image.fresh-*',
  'result.equals-*',
  'submit.again.*',
];

/** Runs next to other scenarios, as timeouts and retries take time. */
export const deliveryPlans: Scenario = {
  name: 'deliveries: every event, receiver and answer, in pairs',
  rules: [
    'delivery.*',
    'event.*',
    'resend.*',
    'application.*',
    'convention.*',
    'result.*',
    'image.fresh-on-resend',
    'image.exp.*',
    'submit.again.*',
  ],
  when: 'beside',
  run: async (stage) => {
    const { receivers, applications } = stage;
    if (!startsEarly(stage)) await stage.turn();
    if (receivers === undefined)
      return stage.skip('A receiver that the service delivers to (receiver.url, receiver.listen).', ['receiver']);
    const cast = castOf(stage, receivers);
    if (cast === undefined) {
      return stage.skip(
        'A submitted application: operator.submit, fixtures.submittedSlug, or a form without camera steps.',
        ['submitted-application', 'plain-form'],
      );
    }
    const { lives } = planDeliveries(cast.means);
    const playable = cast.play(lives);
    stage.noteLives(cast.means, playable);
    const played = await playLives({ ...stage, receivers }, playable);
    if (!Number.isFinite(stage.clock.affordableMs)) await resendSoonAgain(stage, played.applications);
    await stage.turn();
    // Only now: calls of other scenarios would disturb the plan.
    for (const application of played.applications) applications.adopt(application);
    skipMissing(stage);
  },
};

/** Time between two resends that follow each other soon. */
const SOON_MS = 3000;

/** Resends an application for the first and the second time within seconds, as lives do on a real clock. */
async function resendSoonAgain(
  { arrange, calls, clock, recorder }: Stage,
  applications: readonly ApplicationSubject[],
): Promise<void> {
  const resent = new Set(
    exchangesOf(recorder.observations)
      .filter(({ condition }) => condition.endpoint === 'resend')
      .map(({ slug }) => slug),
  );
  const application = applications.find(({ state, slug }) => state === 'submitted' && !resent.has(slug));
  if (application === undefined) return;
  const resend = (): Promise<unknown> =>
    arrange.delivering(application, () => calls.call({ endpoint: 'resend', application }));
  await resend();
  await clock.pass(SOON_MS, 'so that later timestamps differ');
  await resend();
}

/** Checks that the plan starts first: on a real clock, unless a person submits. */
function startsEarly(stage: Stage): boolean {
  const { clock, operator, applications, receivers } = stage;
  if (receivers === undefined || operator.asksPerson === true) return false;
  if (!Number.isFinite(clock.affordableMs) || applications.remaining < 2 * CREATED_BY_OTHERS) return false;
  return submittable(stage).length > 0;
}

/** Facts about a target that decide what can be delivered. */
export interface DeliveryFacts extends Pick<Stage, 'operator' | 'plainForm' | 'guest' | 'isThorough' | 'judges'> {
  readonly receivers: number;
  /** Applications that may still be created. */
  readonly remaining: number;
}

/** Returns what applications that are created can live through; undefined if none can be submitted. */
export function deliveryMeans(facts: DeliveryFacts): DeliveryMeans | undefined {
  const { operator, plainForm, guest, isThorough } = facts;
  const flows = submittable(facts);
  if (flows.length === 0) return undefined;
  const dropOff: readonly DeliveredEvent[] = operator.expire === undefined ? [] : ['drop_off'];
  // Elsewhere, only a status of a submitted application is known to change.
  const changed: readonly DeliveredEvent[] =
    guest || operator.changeStatus === undefined
      ? []
      : ['open update_status', ...(dropOff.length === 0 ? [] : (['expired update_status'] as const))];
  const eventsOf = (flow: 'camera' | 'plain'): readonly DeliveredEvent[] =>
    flows.includes(flow) ? ['submission', ...laterEvents(operator), ...dropOff, ...changed] : dropOff;
  const remaining = Math.max(facts.remaining - CREATED_BY_OTHERS, 1);
  const planned = isThorough ? Infinity : guest ? MAX_APPLICATIONS : MAX_OF_MOCK;
  const most = operator.asksPerson === true ? MAX_ASKED : planned;
  return {
    ...commonMeans(facts),
    events: { camera: eventsOf('camera'), plain: plainForm === undefined ? [] : eventsOf('plain') },
    applications: Math.min(remaining, most),
  };
}

function commonMeans({
  receivers,
  guest,
  isThorough,
  judges,
}: DeliveryFacts): Pick<DeliveryMeans, 'receivers' | 'firstAnswers' | 'strength'> & { readonly firstAnswers: boolean } {
  return {
    receivers,
    firstAnswers: !guest || isThorough,
    strength: judges(ABOUT_DELIVERING) ? (isThorough ? 3 : 2) : 1,
  };
}

function laterEvents({ changeStatus }: Stage['operator']): readonly DeliveredEvent[] {
  return ['resend', 'second resend', ...(changeStatus === undefined ? [] : (['update_status'] as const))];
}

interface Cast {
  readonly means: DeliveryMeans;
  /** Returns how the lives are played. */
  readonly play: (lives: readonly Life[]) => readonly PlayableLife[];
}

function castOf(stage: Stage, receivers: PlannedReceiver): Cast | undefined {
  const { applications, operator } = stage;
  const facts = { ...stage, receivers: receivers.ids.length, remaining: applications.remaining };
  const means = deliveryMeans(facts);
  if (means !== undefined) {
    return {
      means,
      play: (lives) =>
        livesWithOutcomes(lives, means, operator).map(({ outcome, ...life }, index) => ({
          ...life,
          outcome: OUTCOMES[outcome] ?? {},
          submitsTwice: index % 2 === 0,
        })),
    };
  }
  const application = applications.all.find(({ state }) => state === 'submitted');
  if (application === undefined) return undefined;
  const flow = application.form.flow === 'plain' ? 'plain' : 'camera';
  const events = { camera: [], plain: [], [flow]: laterEvents(operator) };
  return {
    // One application lives through everything, so each value is seen once.
    means: { ...commonMeans(facts), events, strength: 1, applications: MAX_APPLICATIONS },
    play: (lives) => [{ flow, application, steps: inSequence(lives) }],
  };
}

/** Gives lives outcomes of the checks. An outcome that is only wished for is worth no application. */
export function livesWithOutcomes(
  lives: readonly Life[],
  means: DeliveryMeans,
  { choosesOutcome }: Stage['operator'],
): readonly LifeWithOutcome[] {
  const addsLives = choosesOutcome === true && means.firstAnswers === true;
  const applications = addsLives ? means.applications : lives.length;
  return withOutcomes(lives, OUTCOMES.length, { ...means, applications });
}

/** Joins lives that all must be those of one application. Only the last delivery is left without an answer. */
function inSequence(lives: readonly Life[]): readonly LifeStep[] {
  const has = ({ steps }: Life, is: (delivery: PlannedDelivery) => boolean): boolean =>
    steps.some(({ deliveries }) => deliveries.some(is));
  const last = lives.find((life) => has(life, ({ answer }) => answer === 'none'));
  return [...lives.filter((life) => !has(life, isHeld)), ...(last === undefined ? [] : [last])].flatMap(
    ({ steps }) => steps,
  );
}

/** Flows of which applications can be submitted. */
function submittable({ operator, plainForm }: Pick<Stage, 'operator' | 'plainForm'>): readonly ('camera' | 'plain')[] {
  const hasAnswers = plainForm !== undefined && Object.keys(plainForm.answers).length > 0;
  return [
    ...(operator.submit === undefined ? [] : (['camera'] as const)),
    ...(hasAnswers || (plainForm !== undefined && operator.submitPlain !== undefined) ? (['plain'] as const) : []),
  ];
}

function skipMissing({ operator, skip }: Stage): void {
  if (operator.changeStatus === undefined)
    skip('An operator that changes a status (operator.changeStatus).', ['status-change']);
  if (operator.expire === undefined && operator.existing?.('expired') === undefined) {
    skip('An operator that lets an application expire (operator.expire), or fixtures.expiredSlug.', [
      'expired-application',
    ]);
  }
}
