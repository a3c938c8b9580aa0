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
import { withOutcomes } from '../plan/life-outcomes.ts';
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
      return stage.skip('A receiver that the service delivers to (receiver.url, receiver.listen).');
    const cast = castOf(stage, receivers);
    if (cast === undefined) {
      return stage.skip(
        'A submitted application: operator.submit, fixtures.submittedSlug, or a form without camera steps.',
      );
    }
    const { lives } = planDeliveries(cast.means);
    const played = await playLives({ ...stage, receivers }, cast.play(lives));
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

interface Cast {
  readonly means: DeliveryMeans;
  /** Returns how the lives are played. */
  readonly play: (lives: readonly Life[]) => readonly PlayableLife[];
}

function castOf(stage: Stage, receivers: PlannedReceiver): Cast | undefined {
  const { applications, operator, guest } = stage;
  const flows = submittable(stage);
  const later: readonly DeliveredEvent[] = [
    'resend',
    'second resend',
    ...(operator.changeStatus === undefined ? [] : (['update_status'] as const)),
  ];
  const common = {
    receivers: receivers.ids.length,
    firstAnswers: !guest || stage.isThorough,
    strength: stage.judges(ABOUT_DELIVERING) ? (stage.isThorough ? 3 : 2) : 1,
  };
  const dropOff: readonly DeliveredEvent[] = operator.expire === undefined ? [] : ['drop_off'];
  // Elsewhere, only a status of a submitted application is known to change.
  const changed: readonly DeliveredEvent[] =
    guest || operator.changeStatus === undefined
      ? []
      : ['open update_status', ...(dropOff.length === 0 ? [] : (['expired update_status'] as const))];
  if (flows.length > 0) {
    const eventsOf = (flow: 'camera' | 'plain'): readonly DeliveredEvent[] =>
      flows.includes(flow) ? ['submission', ...later, ...dropOff, ...changed] : dropOff;
    const remaining = Math.max(applications.remaining - CREATED_BY_OTHERS, 1);
    const planned = stage.isThorough ? Infinity : guest ? MAX_APPLICATIONS : MAX_OF_MOCK;
    const most = operator.asksPerson === true ? MAX_ASKED : planned;
    const means: DeliveryMeans = {
      ...common,
      events: { camera: eventsOf('camera'), plain: stage.plainForm === undefined ? [] : eventsOf('plain') },
      applications: Math.min(remaining, most),
    };
    // An outcome that is only wished for is worth no application.
    const addsLives = operator.choosesOutcome === true && common.firstAnswers;
    return {
      means,
      play: (lives) =>
        withOutcomes(lives, OUTCOMES.length, {
          ...means,
          applications: addsLives ? means.applications : lives.length,
        }).map(({ outcome, ...life }, index) => ({
          ...life,
          outcome: OUTCOMES[outcome] ?? {},
          submitsTwice: index % 2 === 0,
        })),
    };
  }
  const application = applications.all.find(({ state }) => state === 'submitted');
  if (application === undefined) return undefined;
  const flow = application.form.flow === 'plain' ? 'plain' : 'camera';
  const events = { camera: [], plain: [], [flow]: later };
  return {
    // One application lives through everything, so each value is seen once.
    means: { ...common, events, strength: 1, applications: MAX_APPLICATIONS },
    play: (lives) => [{ flow, application, steps: inSequence(lives) }],
  };
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
function submittable({ operator, plainForm }: Stage): readonly ('camera' | 'plain')[] {
  const hasAnswers = plainForm !== undefined && Object.keys(plainForm.answers).length > 0;
  return [
    ...(operator.submit === undefined ? [] : (['camera'] as const)),
    ...(hasAnswers || (plainForm !== undefined && operator.submitPlain !== undefined) ? (['plain'] as const) : []),
  ];
}

function skipMissing({ operator, skip }: Stage): void {
  if (operator.changeStatus === undefined) skip('An operator that changes a status (operator.changeStatus).');
  if (operator.expire === undefined && operator.existing?.('expired') === undefined) {
    skip('An operator that lets an application expire (operator.expire), or fixtures.expiredSlug.');
  }
}
