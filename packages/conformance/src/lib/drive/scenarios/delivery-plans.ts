import { answersBody } from '../calls/call-body.ts';
import {
  ACKNOWLEDGE,
  alwaysAnswer,
  answerWith,
  type AnswerPlan,
  type PlannedReceiver,
} from '../calls/planned-receiver.ts';
import type { RunClock } from '../calls/run-clock.ts';
import type { ApplicationSubject } from '../calls/service-calls.ts';
import type { Scenario, Stage } from './stage.ts';
import { waitForQuiet } from './wait-for-quiet.ts';

const LATE_MS = 29_000;
/** Real time for a delivery in progress to arrive. */
const ARRIVAL_MS = 1000;
/** Largest number of applications of all other scenarios, which come first if the budget is small. */
const CREATED_BY_OTHERS = 25;

const PLANS: readonly AnswerPlan[] = [
  alwaysAnswer(503),
  answerWith(503),
  answerWith(500, 502, 504),
  alwaysAnswer(500),
  ...[400, 401, 404, 410, 422, 429].map(alwaysAnswer),
  { answers: [{ kind: 'hold' }], afterwards: ACKNOWLEDGE },
  { answers: [{ kind: 'status', status: 204, afterMs: LATE_MS }], afterwards: ACKNOWLEDGE },
  answerWith(200),
];

/** Runs all plans next to other scenarios, as timeouts and retries take time. Another receiver acknowledges all. */
export const deliveryPlans: Scenario = {
  name: 'deliveries: a receiver that fails, refuses, is late, or does not answer',
  rules: ['delivery.*', 'event.nounce.*', 'event.submit-form.on-submission', 'application.submitted-at.stable'],
  when: 'beside',
  run: async (stage) => {
    const { receivers, clock, recorder, applications, deliveryWithinMs } = stage;
    if (!startsEarly(stage)) await stage.turn();
    if (receivers === undefined)
      return stage.skip('A receiver that the service delivers to (receiver.url, receiver.listen).');
    const cause = causeOf(stage);
    if (cause === undefined) {
      return stage.skip(
        'A submitted application: operator.submit, fixtures.submittedSlug, or a form without camera steps.',
      );
    }
    if (cause.atOnce) {
      const submitted = await batch(PLANS, { clock, receivers, cause });
      await stage.turn();
      // Only now: calls of other scenarios would disturb the plans.
      for (const application of submitted) applications.adopt(application);
      return;
    }
    // All plans share one application: each must end before the next.
    for (const plan of PLANS) {
      await batch([plan], { clock, receivers, cause });
      await waitForQuiet({ clock, recorder, since: clock.now(), withinMs: deliveryWithinMs });
      if (clock.affordableMs === 0) break;
    }
  },
};

/** Checks that the plans start first: on a real clock, unless a person submits. */
function startsEarly(stage: Stage): boolean {
  const { clock, operator, applications, receivers } = stage;
  if (receivers === undefined || operator.asksPerson === true) return false;
  const isRealTime = Number.isFinite(clock.affordableMs);
  const isAffordable = applications.remaining >= PLANS.length + CREATED_BY_OTHERS;
  return isRealTime && isAffordable && causeOf(stage)?.atOnce === true;
}

/** Causes a delivery for each plan. @returns The applications submitted for it. */
async function batch(
  plans: readonly AnswerPlan[],
  { clock, receivers, cause }: { readonly clock: RunClock; readonly receivers: PlannedReceiver; readonly cause: Cause },
): Promise<readonly ApplicationSubject[]> {
  const driven = await Promise.all(
    plans.map(async (plan, index) => {
      const application = await cause.prepare();
      if (application === undefined) return undefined;
      const { slug } = application;
      const receiver = receivers.ids[index % receivers.ids.length] ?? '';
      receivers.plan(receiver, slug, plan);
      const before = receivers.arrived(slug, receiver);
      const submitted = await cause.deliver(application);
      return { receiver, slug, submitted, came: () => receivers.arrived(slug, receiver) > before };
    }),
  );
  const made = driven.filter((each) => each !== undefined);
  await clock.settle(() => made.every(({ came }) => came()));
  // A delivery to hold must arrive before time moves, or its hold seems shorter.
  await receivers.allHeld(ARRIVAL_MS);
  for (const { receiver, slug, came } of made) if (!came()) receivers.forget(receiver, slug);
  return made.map(({ submitted }) => submitted).filter((submitted) => submitted !== undefined);
}

interface Cause {
  /** Set if each plan gets its own application. */
  readonly atOnce: boolean;
  readonly prepare: () => Promise<ApplicationSubject | undefined>;
  readonly deliver: (application: ApplicationSubject) => Promise<ApplicationSubject | undefined>;
}

function causeOf(stage: Stage): Cause | undefined {
  const { calls, applications, arrange, operator, form, plainForm } = stage;
  if (operator.submit !== undefined) {
    return {
      atOnce: true,
      prepare: () => applications.take(calls, form),
      deliver: (application) => arrange.submit(application),
    };
  }
  if (plainForm !== undefined && Object.keys(plainForm.answers).length > 0) {
    return {
      atOnce: true,
      prepare: () => applications.take(calls, plainForm),
      deliver: async (application) => {
        await calls.call({ endpoint: 'submit', application, body: answersBody('valid-answers', plainForm.answers) });
        return { ...application, state: 'submitted' };
      },
    };
  }
  const submitted = applications.all.find(({ state }) => state === 'submitted');
  return (
    submitted && {
      atOnce: false,
      prepare: () => Promise.resolve(submitted),
      deliver: async (application) => {
        await calls.call({ endpoint: 'resend', application });
        return undefined;
      },
    }
  );
}
