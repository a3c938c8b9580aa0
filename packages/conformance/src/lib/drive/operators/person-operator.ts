import { pause, systemClock } from '@idvkit/delivery';

import type { Person, PersonAnswer, PersonNeed, PersonRequest } from '../calls/person.ts';
import type { RunProgress } from '../calls/run-options.ts';
import type { ApplicationSubject, FormSubject } from '../calls/service-calls.ts';
import type { InteractiveSession, SessionState } from './interactive-session.ts';
import { OperatorDeclined, type Operator } from './operator.ts';

export interface PersonOperatorOptions {
  readonly person: Person;
  readonly session: InteractiveSession;
  readonly form: FormSubject;
  readonly stateOf: (slug: string) => Promise<'open' | 'submitted' | 'expired' | 'deleted' | undefined>;
  readonly leave: () => void;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Polling interval while a person is working, in milliseconds. Default 2,000. */
  readonly lookEveryMs?: number;
}

const DONE: Readonly<Record<Exclude<PersonNeed, 'change-status'>, SessionState>> = {
  submit: 'submitted',
  delete: 'deleted',
  expire: 'expired',
};

/** Creates an operator that asks a person. The session records the results, and pending applications come first. */
export async function createPersonOperator(options: PersonOperatorOptions): Promise<Operator> {
  const { session, form, stateOf } = options;
  const gone = await catchUp(session, stateOf);
  const never = new Set<PersonNeed>();
  let turn: Promise<unknown> = Promise.resolve();

  const asking =
    (need: PersonNeed) =>
    (application: ApplicationSubject): Promise<void> => {
      // A person does one thing at a time.
      const mine = turn.then(() => arrange(need, application, { ...options, never }));
      turn = mine.catch(() => undefined);
      return mine;
    };

  const subject = ({ slug, formUrl }: { slug: string; formUrl?: string }, state: ApplicationSubject['state']) => ({
    form,
    slug,
    state,
    ...(formUrl === undefined ? {} : { formUrl }),
  });
  const before = session.applications.filter(({ slug }) => !gone.has(slug));
  return {
    asksPerson: true,
    submit: asking('submit'),
    changeStatus: asking('change-status'),
    delete: asking('delete'),
    expire: asking('expire'),
    existing: (state) => {
      const entry = before.findLast((known) => known.state === state);
      return entry && subject(entry, state);
    },
    pending: () => before.filter(({ state }) => state === 'asked').map((entry) => subject(entry, 'open')),
  };
}

/** Updates the session. @returns Slugs that the service does not know now; they stay, as a 404 may be an outage. */
async function catchUp(
  session: InteractiveSession,
  stateOf: PersonOperatorOptions['stateOf'],
): Promise<ReadonlySet<string>> {
  const gone = new Set<string>();
  for (const { slug, state } of session.applications) {
    const now = await stateOf(slug);
    if (now === undefined || (now === 'open' && state === 'asked') || now === state) continue;
    if (now === 'deleted') gone.add(slug);
    else await session.note(slug, now === 'open' ? 'asked' : now);
  }
  return gone;
}

async function arrange(
  need: PersonNeed,
  { slug, form, formUrl }: ApplicationSubject,
  options: PersonOperatorOptions & { readonly never: Set<PersonNeed> },
): Promise<void> {
  const { session, leave, signal, never } = options;
  signal?.throwIfAborted();
  if (never.has(need)) throw new OperatorDeclined(need);
  if (need === 'submit') await session.note(slug, 'asked', formUrl);
  const request = { need, slug, formSlug: form.slug, ...(formUrl === undefined ? {} : { formUrl }) };
  let answer = await askAndLook(request, options);
  if (answer === 'done' && !(await isSeen(request, options)))
    answer = await askAndLook({ ...request, notYet: true }, options);
  if (answer === 'leave') leave();
  signal?.throwIfAborted();
  if (answer === 'never') never.add(need);
  if (answer !== 'done') throw new OperatorDeclined(need);
  if (need !== 'change-status') await session.note(slug, DONE[need]);
}

async function askAndLook(request: PersonRequest, options: PersonOperatorOptions): Promise<PersonAnswer> {
  const seen = new AbortController();
  const ended = new AbortController();
  const { person, onProgress } = options;
  const looking = look(request, { seen, ended: ended.signal }, options);
  onProgress?.({ kind: 'asking' });
  try {
    return await person.ask(request, seen.signal);
  } finally {
    onProgress?.({ kind: 'answered' });
    ended.abort();
    await looking;
  }
}

async function isSeen({ need, slug }: PersonRequest, { stateOf }: PersonOperatorOptions): Promise<boolean> {
  if (need === 'change-status') return true;
  const state = await stateOf(slug);
  return state === undefined || state === DONE[need];
}

async function look(
  { need, slug }: PersonRequest,
  { seen, ended }: { readonly seen: AbortController; readonly ended: AbortSignal },
  { stateOf, lookEveryMs = 2_000 }: PersonOperatorOptions,
): Promise<void> {
  if (need === 'change-status') return;
  while (!ended.aborted && !seen.signal.aborted) {
    await pause(systemClock, lookEveryMs, ended);
    if (!ended.aborted && (await stateOf(slug)) === DONE[need]) seen.abort();
  }
}
