import { ACKNOWLEDGE, alwaysAnswer, answerWith, type AnswerPlan } from '../drive/answer-plan.ts';
import { answersBody } from '../drive/call-body.ts';
import type { PlannedReceiver } from '../drive/planned-receiver.ts';
import type { ApplicationSubject } from '../drive/subject.ts';
import type { Scenario, Stage } from './stage.ts';

const RECEIVER_LIMIT_MS = 30_000;
/** An answer that comes just in time. */
const LATE_MS = 29_000;
/** Time in which three retries come, on a clock that costs nothing. */
const RETRIES_MS = 90_000;
/** Real time that a delivery which is under way may take to arrive. */
const ARRIVAL_MS = 1000;

/** How a receiver behaves towards one application's deliveries. */
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

/**
 * Has deliveries made to a receiver that answers by plan: it fails, refuses, is late, or does not answer. All plans run at
 * once, each about an application of its own. A second receiver, where there is one, acknowledges everything.
 */
export const deliveryPlans: Scenario = {
  name: 'deliveries: a receiver that fails, refuses, is late, or does not answer',
  rules: ['delivery.*', 'event.nounce.*', 'event.submit-form.on-submission', 'application.submitted-at.stable'],
  when: 'alone',
  run: async (stage) => {
    const { receivers, clock } = stage;
    if (receivers === undefined)
      return stage.lacks('A receiver that the service delivers to (receiver.url, receiver.listen).');
    const cause = causeOf(stage);
    if (cause === undefined) {
      return stage.lacks(
        'A submitted application: operator.submit, fixtures.submittedSlug, or a form without camera steps.',
      );
    }
    if (cause.atOnce) {
      await batch(stage, receivers, cause, PLANS);
      return;
    }
    // One application for all plans: each has to be over before the next begins.
    for (const plan of PLANS) {
      await batch(stage, receivers, cause, [plan]);
      if (clock.affordableMs === 0) break;
    }
  },
};

async function batch(
  stage: Stage,
  receivers: PlannedReceiver,
  cause: Cause,
  plans: readonly AnswerPlan[],
): Promise<void> {
  const { clock } = stage;
  const driven = await Promise.all(
    plans.map(async (plan, index) => {
      const application = await cause.prepare();
      if (application === undefined) return undefined;
      const { slug } = application;
      const receiver = receivers.ids[index % receivers.ids.length] ?? '';
      receivers.plan(receiver, slug, plan);
      const before = receivers.arrived(slug, receiver);
      await cause.deliver(application);
      return { receiver, slug, came: () => receivers.arrived(slug, receiver) > before };
    }),
  );
  const made = driven.filter((each) => each !== undefined);
  await clock.settle(() => made.every(({ came }) => came()));
  // Time must not move before what is to be held has arrived: it would seem to have been held for less.
  await receivers.allHeld(ARRIVAL_MS);
  for (const { receiver, slug, came } of made) if (!came()) receivers.forget(receiver, slug);
  if (receivers.held > 0) {
    await clock.pass(LATE_MS);
    await clock.pass(RECEIVER_LIMIT_MS - LATE_MS + 2000);
  }
  await clock.pass(Math.min(RETRIES_MS, clock.affordableMs));
}

/** What makes the service deliver, as often as there are plans. */
interface Cause {
  /** Whether each plan gets an application of its own. */
  readonly atOnce: boolean;
  /** Brings an application to where one more step makes the service deliver. */
  readonly prepare: () => Promise<ApplicationSubject | undefined>;
  readonly deliver: (application: ApplicationSubject) => Promise<unknown>;
}

/** The cheapest way to have deliveries made: an operator, a form without camera steps, or resends of what is submitted. */
function causeOf(stage: Stage): Cause | undefined {
  const { calls, applications, arrange, operator, form, plainForm } = stage;
  if (operator.submit !== undefined) {
    return {
      atOnce: true,
      prepare: () => applications.take(calls, form),
      deliver: async (application) => {
        const submitted = await arrange.submit(application);
        if (submitted !== undefined) applications.adopt(submitted);
      },
    };
  }
  if (plainForm !== undefined && Object.keys(plainForm.answers).length > 0) {
    return {
      atOnce: true,
      prepare: () => applications.take(calls, plainForm),
      deliver: async (application) => {
        await calls.call({ endpoint: 'submit', application, body: answersBody('valid-answers', plainForm.answers) });
        applications.adopt({ ...application, state: 'submitted' });
      },
    };
  }
  const submitted = applications.all.find(({ state }) => state === 'submitted');
  return (
    submitted && {
      atOnce: false,
      prepare: () => Promise.resolve(submitted),
      deliver: (application) => calls.call({ endpoint: 'resend', application }),
    }
  );
}
