import { pause, systemClock } from '@idvkit/delivery';

import type { Person, PersonAnswer, PersonNeed, PersonRequest } from '../calls/person.ts';
import type { RunProgress } from '../calls/run-options.ts';
import type { ApplicationSubject } from '../calls/service-calls.ts';
import { isFormAddress } from './command-operator.ts';
import { OperatorDeclined, type Operator } from './operator.ts';

export interface PersonOperatorOptions {
  /** Address of the service: a person does not get forms on other hosts. */
  readonly baseUrl: string;
  readonly person: Person;
  readonly stateOf: (slug: string) => Promise<'open' | 'submitted' | 'expired' | 'deleted' | undefined>;
  readonly leave: () => void;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Polling interval while a person is working, in milliseconds. Default 2,000. */
  readonly lookEveryMs?: number;
}

const DONE = { submit: 'submitted', delete: 'deleted', expire: 'expired' } as const;

/** Creates an operator that asks a person for one thing at a time. */
export function createPersonOperator(options: PersonOperatorOptions): Operator {
  const never = new Set<PersonNeed>();
  let turn: Promise<unknown> = Promise.resolve();

  const asking =
    (need: PersonNeed) =>
    (application: ApplicationSubject): Promise<void> => {
      const mine = turn.then(() => arrange(need, application, { ...options, never }));
      turn = mine.catch(() => undefined);
      return mine;
    };

  return {
    asksPerson: true,
    submit: asking('submit'),
    changeStatus: asking('change-status'),
    delete: asking('delete'),
    expire: asking('expire'),
  };
}

async function arrange(
  need: PersonNeed,
  { slug, form, formUrl }: ApplicationSubject,
  options: PersonOperatorOptions & { readonly never: Set<PersonNeed> },
): Promise<void> {
  const { leave, signal, never } = options;
  signal?.throwIfAborted();
  if (never.has(need)) throw new OperatorDeclined(need);
  const isUsable = formUrl !== undefined && isFormAddress(formUrl, options.baseUrl);
  const request = { need, slug, formSlug: form.slug, ...(isUsable && { formUrl }) };
  let answer = await askAndLook(request, options);
  if (answer === 'done' && !(await isSeen(request, options)))
    answer = await askAndLook({ ...request, notYet: true }, options);
  if (answer === 'leave') leave();
  signal?.throwIfAborted();
  if (answer === 'never') never.add(need);
  if (answer !== 'done') throw new OperatorDeclined(need);
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
