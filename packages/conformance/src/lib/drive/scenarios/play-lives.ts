import type { SubmitOptions } from '@idvkit/mock';
import type { KnownEventType } from '@idvkit/schema';

import { answersBody, type CallBody } from '../calls/call-body.ts';
import { ACKNOWLEDGE, type AnswerPlan, type PlannedReceiver } from '../calls/planned-receiver.ts';
import type { ApplicationSubject, ServiceCall } from '../calls/service-calls.ts';
import { type DeliveredEvent, isHeld, type Life, type LifeStep, type PlannedDelivery } from '../plan/delivery-plan.ts';
import type { Stage } from './stage.ts';
import { waitForQuiet } from './wait-for-quiet.ts';

/** A life with what it needs to begin. */
export interface PlayableLife extends Life {
  /** The application that lives; if absent, one is created. */
  readonly application?: ApplicationSubject;
  /** Outcome of the checks, where it can be chosen. */
  readonly outcome?: SubmitOptions;
  /** Set if a form without camera steps is submitted by two calls at the same moment. */
  readonly submitsTwice?: boolean;
}

export interface PlayedLives {
  /** Applications as they ended. */
  readonly applications: readonly ApplicationSubject[];
  /** Number of events that were not caused, because retries take too long. */
  readonly leftOut: number;
}

const LATE_MS = 29_000;
/** Real time for a delivery in progress to arrive. */
const ARRIVAL_MS = 1000;
/** Longest wait for an event that the service may not send to this receiver. */
const UNSURE_MS = 5000;
/** Least time between two events: image URLs of deliveries that are closer may be the same. */
const MIN_QUIET_MS = 2200;
const SHORT_QUIET_MS = 500;
/** Time after which no further event is caused. */
const MAX_PLAYING_MS = 90_000;
/** Steps in which a moved clock follows retries, so that the time of each one is known. */
const SMALL_STEP_MS = 500;
const MAX_SMALL_STEPS = 16;

/** Plays lives in parallel: each at its own pace, or event by event if time can be moved. */
export async function playLives(
  stage: Stage & { readonly receivers: PlannedReceiver },
  lives: readonly PlayableLife[],
): Promise<PlayedLives> {
  const actors = lives.map((life) => new Actor(stage, life));
  const leftOut = Number.isFinite(stage.clock.affordableMs)
    ? await playApart(stage, actors)
    : await playTogether(stage, actors);
  return { applications: actors.flatMap(({ application }) => application ?? []), leftOut };
}

type PlayStage = Parameters<typeof playLives>[0];

async function playApart({ clock, receivers }: PlayStage, actors: readonly Actor[]): Promise<number> {
  const missed = new Set<KnownEventType>();
  const seen = new Set<KnownEventType>(['submit_form']);
  const endAt = clock.now() + MAX_PLAYING_MS;
  const play = async (actor: Actor): Promise<number> => {
    const { steps } = actor.life;
    for (const [place, step] of steps.entries()) {
      if (clock.now() > endAt) return steps.length - place;
      if (!(await actor.cause(step))) return 0;
      const type = TYPES[step.event];
      while (!actor.isComplete(step)) {
        const before = actor.arrived;
        // A service without such events, or without retries, must not take all the patience there is each time.
        const changesAgain = step.event === 'update_status' && step.before === 'status change';
        const isUnsure = missed.has(type) || !seen.has(type) || changesAgain;
        await clock.settle(() => actor.arrived > before, Math.min(isUnsure ? UNSURE_MS : Infinity, clock.affordableMs));
        if (actor.arrived > before) seen.add(type);
        else {
          missed.add(type);
          break;
        }
      }
      // A retry that must not come would come by then. What is not answered in time takes long enough.
      const quietMs = endsHeld(actor.life)
        ? SHORT_QUIET_MS
        : Math.max(MIN_QUIET_MS, 1.5 * receivers.slowestRetryMs + 500);
      await clock.settle(() => false, Math.min(quietMs, clock.affordableMs));
      await actor.read(step, step === steps.at(-1));
    }
    return 0;
  };
  const left = await Promise.all(actors.map(play));
  return left.reduce((sum, each) => sum + each, 0);
}

async function playTogether(stage: PlayStage, actors: readonly Actor[]): Promise<number> {
  const { clock, receivers, recorder, applications, deliveryWithinMs: withinMs } = stage;
  const rounds = Math.max(0, ...actors.map(({ life }) => life.steps.length));
  for (let left = rounds; left > 0; left -= 1) {
    // All lives end in the last round: what is not answered in time takes half a minute.
    const due = actors.flatMap((actor) => {
      const step = actor.life.steps.at(-left);
      return step === undefined ? [] : [{ actor, step }];
    });
    const caused = await Promise.all(due.map(async (each) => ((await each.actor.cause(each.step)) ? [each] : [])));
    const playing = caused.flat();
    await clock.settle(() => playing.every(({ actor }) => actor.hasBegun));
    // A delivery to hold must arrive before time moves, or its hold seems shorter.
    await receivers.allHeld(ARRIVAL_MS);
    for (let step = 0; step < MAX_SMALL_STEPS; step += 1) {
      if (playing.every(({ actor, step }) => actor.isComplete(step) || !actor.hasBegun)) break;
      await clock.pass(SMALL_STEP_MS, 'for retries');
    }
    await waitForQuiet({ clock, recorder, since: clock.now(), withinMs, isOwn: (slug) => applications.knows(slug) });
    await Promise.all(playing.map(({ actor, step }) => actor.read(step, left === 1)));
  }
  return 0;
}

/** Returns how many calls a life takes, about. */
export function callsOf({ flow, steps }: Life): number {
  const ofStep = ({ event }: LifeStep): number => {
    const causes = event.endsWith('resend') || (event === 'submission' && flow === 'plain') ? 1 : 0;
    const reads = TYPES[event] === 'update_status' ? 3 : event.endsWith('resend') ? 1 : 2;
    return causes + reads;
  };
  return steps.reduce((sum, step) => sum + ofStep(step), 1);
}

function endsHeld({ steps }: Life): boolean {
  return steps.at(-1)?.deliveries.some(isHeld) ?? false;
}

const TYPES: Readonly<Record<DeliveredEvent, KnownEventType>> = {
  submission: 'submit_form',
  resend: 'submit_form',
  'second resend': 'submit_form',
  update_status: 'update_status',
  'open update_status': 'update_status',
  'expired update_status': 'update_status',
  drop_off: 'drop_off',
};

const GIVEN = answersBody('valid-answers', { ekyc_document_type: 'passport' });

/** An application that lives through its events. */
class Actor {
  readonly life: PlayableLife;
  readonly #stage: PlayStage;
  #application: ApplicationSubject | undefined;
  #hasFailed = false;

  constructor(stage: PlayStage, life: PlayableLife) {
    this.#stage = stage;
    this.life = life;
    this.#application = life.application;
  }

  get application(): ApplicationSubject | undefined {
    return this.#application;
  }

  /** Number of deliveries of the present event so far. */
  get arrived(): number {
    return this.#arrivals().reduce((sum, each) => sum + each, 0);
  }

  get hasBegun(): boolean {
    return this.#arrivals().every((count) => count > 0);
  }

  isComplete({ deliveries }: LifeStep): boolean {
    const arrivals = this.#arrivals();
    return deliveries.every((delivery, place) => (arrivals[place] ?? 0) >= Number(delivery.attempt));
  }

  /** Plans the answers and causes the event. @returns false if the life has ended. */
  async cause(step: LifeStep): Promise<boolean> {
    const { calls, applications, form, plainForm, receivers } = this.#stage;
    if (this.#hasFailed) return false;
    const own = this.life.flow === 'plain' ? plainForm : form;
    const application = (this.#application ??= own && (await applications.take(calls, own, this.#wanted)));
    if (application === undefined) return this.#fail();
    const isFirst = step === this.life.steps[0];
    if (isFirst && step.before === 'resend' && application.state === 'open') {
      await calls.call({ endpoint: 'resend', application });
    }
    for (const [place, id] of receivers.ids.entries()) {
      const delivery = step.deliveries[place];
      if (delivery !== undefined) receivers.plan(id, application.slug, answersTo(delivery));
    }
    const after = await this.#act(step.event, application);
    if (after === undefined) {
      for (const id of receivers.ids) receivers.forget(id, application.slug);
      return this.#fail();
    }
    this.#application = after;
    return true;
  }

  /** Reads what the service shows after an event. After the last one, makes a call that must not have an effect. */
  async read({ event }: LifeStep, isLast: boolean): Promise<void> {
    const { calls, credentials } = this.#stage;
    const application = this.#application;
    if (application === undefined) return;
    await calls.call({ endpoint: 'result', application, acceptsGzip: true });
    if (event === 'drop_off' || event === 'submission') {
      await calls.call({ endpoint: 'info', application, acceptsGzip: true });
    }
    if (TYPES[event] === 'update_status') {
      await calls.call({ endpoint: 'info', application, acceptsGzip: true });
      await calls.call({ endpoint: 'info', application, credential: credentials.absent });
    }
    if (!isLast || endsHeld(this.life)) return;
    if (application.state === 'expired') await calls.call({ endpoint: 'resend', application });
    else if (application.state === 'submitted' && application.form.flow === 'plain') {
      await calls.call({ endpoint: 'submit', application, body: this.#answers });
      await calls.call({ endpoint: 'result', application });
    }
  }

  /** An application that expires was given answers, which its result must not show. */
  get #wanted(): { readonly body?: CallBody } {
    const has = (event: DeliveredEvent): boolean => this.life.steps.some((step) => step.event === event);
    return this.life.flow === 'camera' && has('drop_off') && !has('submission') ? { body: GIVEN } : {};
  }

  get #answers(): CallBody {
    return answersBody('valid-answers', this.#stage.plainForm?.answers ?? {});
  }

  async #act(event: DeliveredEvent, application: ApplicationSubject): Promise<ApplicationSubject | undefined> {
    const { calls, arrange } = this.#stage;
    switch (event) {
      case 'submission':
        return this.#submit(application);
      case 'update_status':
      case 'open update_status':
      case 'expired update_status':
        return arrange.changeStatus(application);
      case 'drop_off':
        return arrange.expire(application);
      case 'resend':
      case 'second resend':
        await calls.call({ endpoint: 'resend', application });
        return application;
    }
  }

  async #submit(application: ApplicationSubject): Promise<ApplicationSubject | undefined> {
    const { calls, arrange, plainForm } = this.#stage;
    if (application.form.flow !== 'plain' || Object.keys(plainForm?.answers ?? {}).length === 0) {
      return arrange.submit(application, this.life.outcome);
    }
    const call: ServiceCall = { endpoint: 'submit', application, body: this.#answers };
    if (this.life.submitsTwice !== true) await calls.call(call);
    else {
      const taken = await calls.callAtOnce([call, call].map((each) => ({ ...each, revise: unlessSubmitted })));
      if (taken.every(({ response }) => response?.status !== 200)) await calls.call(call);
    }
    return { ...application, state: 'submitted' };
  }

  #arrivals(): readonly number[] {
    const { receivers } = this.#stage;
    const slug = this.#application?.slug ?? '';
    return receivers.ids.map((id) => receivers.used(id, slug));
  }

  #fail(): false {
    this.#hasFailed = true;
    return false;
  }
}

/** Of two calls at the same moment, the later one finds a submitted application. */
const unlessSubmitted: NonNullable<ServiceCall['revise']> = (condition, status) =>
  status === 403 ? { ...condition, application: 'submitted' } : condition;

/** Returns what a receiver answers to a delivery and to its retries. */
function answersTo({ event, answer, attempt, failure }: PlannedDelivery): AnswerPlan {
  const type = TYPES[event];
  const failures = Array.from({ length: Number(attempt) - 1 }, () => statusAnswer(failure));
  if (answer === '5xx') return { type, answers: failures, afterwards: statusAnswer(failure) };
  if (answer === 'none') return { type, answers: [...failures, { kind: 'hold' }], afterwards: ACKNOWLEDGE };
  if (answer === 'late') {
    return { type, answers: [...failures, { ...ACKNOWLEDGE, afterMs: LATE_MS }], afterwards: ACKNOWLEDGE };
  }
  const last = statusAnswer(answer);
  return { type, answers: [...failures, last], afterwards: Number(answer) < 300 ? ACKNOWLEDGE : last };
}

function statusAnswer(status: string): typeof ACKNOWLEDGE {
  return { kind: 'status', status: Number(status) };
}
