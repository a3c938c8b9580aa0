import type { Presented } from '../calls/credentials.ts';
import { answerWith } from '../calls/planned-receiver.ts';
import type { ApplicationSubject, FormSubject } from '../calls/service-calls.ts';
import type { Stage } from '../scenarios/stage.ts';
import { createBody, submitBody } from './fuzz-body.ts';
import type { FuzzCredential, FuzzStep, FuzzSubject } from './fuzz-step.ts';

/** Time for all effects of a sequence to end, on a clock that costs nothing. */
const AFTERWARDS_MS = 120_000;

/** Plays a sequence on its own applications. @returns Their slugs. */
export async function playSteps(steps: readonly FuzzStep[], stage: Stage): Promise<readonly string[]> {
  const from = stage.clock.now();
  const applications: ApplicationSubject[] = [];
  for (const step of steps) await playStep(step, { applications, stage });
  if (stage.receivers !== undefined) await watch(applications, from, stage);
  return applications.map(({ slug }) => slug);
}

interface Play {
  readonly applications: ApplicationSubject[];
  readonly stage: Stage;
}

async function playStep(step: FuzzStep, play: Play): Promise<void> {
  const { applications, stage } = play;
  const at = (of: FuzzSubject): ApplicationSubject | undefined =>
    of === 'unknown' ? undefined : applications[of % Math.max(1, applications.length)];
  const { calls, clock, unknown } = stage;
  switch (step.kind) {
    case 'create':
      return create(step, play);
    case 'call':
      return call(step, at(step.of) ?? unknown, play);
    case 'wrong-method':
      await calls.call({ endpoint: step.endpoint, application: at(step.of) ?? unknown, method: 'GET' });
      return;
    case 'arrange': {
      const application = at(step.of);
      if (application !== undefined) await arrange(step, application, play);
      return;
    }
    case 'receiver': {
      plan(step.answers, at(step.of), stage);
      return;
    }
    case 'wait':
      await clock.pass(Math.min(step.ms, clock.affordableMs), 'as the sequence says');
  }
}

async function create(
  { form: which, body, spelling, lang, credential }: Extract<FuzzStep, { kind: 'create' }>,
  { applications, stage }: Play,
): Promise<void> {
  const form: FormSubject =
    which === 'unknown' ? stage.unknownForm : which === 'plain' ? (stage.plainForm ?? stage.form) : stage.form;
  const made = await stage.applications.create(stage.calls, {
    form,
    ...createBody({ body, spelling, flow: form.flow }, stage),
    lang,
    credential: presented(credential, stage),
  });
  if (made.application !== undefined) applications.push(made.application);
}

async function call(
  { endpoint, lang, credential, body, spelling }: Extract<FuzzStep, { kind: 'call' }>,
  application: ApplicationSubject,
  { applications, stage }: Play,
): Promise<void> {
  const { calls, arrange: arranging } = stage;
  const as = { application, lang, credential: presented(credential, stage) };
  if (endpoint === 'submit') {
    const sent = submitBody({ body, spelling, flow: application.form.flow }, stage);
    const { response } = await calls.call({ endpoint, ...as, body: sent });
    if (application.state === 'open' && response?.status === 200)
      become(applications, { ...application, state: 'submitted' });
  } else if (endpoint === 'resend' && application.state === 'submitted' && credential === 'valid' && lang === 'en') {
    await arranging.delivering(application, () => calls.call({ endpoint, ...as }));
  } else {
    await calls.call({ endpoint, ...as });
  }
}

/** Asks an operator only for what the state of the application allows. */
async function arrange(
  step: Extract<FuzzStep, { kind: 'arrange' }>,
  application: ApplicationSubject,
  { applications, stage }: Play,
): Promise<void> {
  const { arrange: arranging } = stage;
  const { state } = application;
  const isOpen = state === 'open';
  if (step.action === 'submit' && isOpen) {
    if (step.answers !== undefined) plan(step.answers, application, stage);
    const submitted = await arranging.delivering(application, () => arranging.submit(application, step.outcome));
    if (submitted !== undefined) become(applications, submitted);
  } else if (step.action === 'change-status' && state === 'submitted') {
    await lifecycle(application, () => arranging.changeStatus(application), stage);
  } else if (step.action === 'expire' && isOpen) {
    const expired = await lifecycle(application, () => arranging.expire(application), stage);
    if (expired !== undefined) become(applications, expired);
  } else if (step.action === 'delete' && state !== 'deleted') {
    const deleted = await arranging.delete(application);
    if (deleted !== undefined) become(applications, deleted);
  }
}

/** Waits for lifecycle events only if waiting costs nothing: a receiver may not be subscribed to them. */
function lifecycle<Result>(
  application: ApplicationSubject,
  cause: () => Promise<Result>,
  { arrange: arranging, clock }: Stage,
): Promise<Result> {
  return Number.isFinite(clock.affordableMs) ? cause() : arranging.delivering(application, cause);
}

function plan(answers: readonly number[], application: ApplicationSubject | undefined, { receivers }: Stage): void {
  if (application === undefined || receivers === undefined) return;
  for (const id of receivers.ids) receivers.plan(id, application.slug, answerWith(...answers));
}

function become(applications: ApplicationSubject[], now: ApplicationSubject): void {
  const index = applications.findIndex(({ slug }) => slug === now.slug);
  if (index >= 0) applications[index] = now;
}

function presented(credential: FuzzCredential, { credentials }: Stage): Presented {
  if (credential !== 'other-scheme') return credentials[credential];
  return credentials.otherSchemes[0] ?? credentials.invalid;
}

/** Waits for all effects if time costs nothing, so that silence is evidence too. */
async function watch(applications: readonly ApplicationSubject[], from: number, stage: Stage): Promise<void> {
  const { clock, recorder, receivers } = stage;
  if (receivers === undefined || clock.affordableMs < AFTERWARDS_MS) return;
  await clock.pass(AFTERWARDS_MS, 'for deliveries that may still come');
  const until = clock.now();
  for (const { slug } of applications) recorder.note('watch', { at: from, until, slug, receivers: receivers.ids });
}
