import type { Comparison } from '@idvkit/schema/formats';

import { type Answer, failure, missing } from '../independent-service/answering.ts';
import { changed, extended, isRetried, withBody } from '../independent-service/changes.ts';
import type { Attempt, Letter } from '../independent-service/delivery-settings.ts';
import { FORMS } from '../independent-service/forms.ts';
import type { Application } from '../independent-service/records.ts';
import type { Seen, Settings } from '../independent-service/settings.ts';

type Difference = Comparison['differences'][number];

/** A difference of behaviour that the specification does not show. */
export interface Planted {
  readonly id: string;
  /** What must differ. */
  readonly about: Exclude<Difference, { kind: 'rule' }>['about'];
  /** Part of the value or the condition that must differ. */
  readonly shows: string;
  /** Changes a response. */
  readonly answer?: (answer: Answer, seen: Seen) => Answer;
  /** Changes results and deliveries of an application. */
  readonly content?: (body: unknown, application: Application) => unknown;
  /** Changes a delivery; undefined sends nothing. */
  readonly letter?: (letter: Letter, attempt: Attempt) => Letter | undefined;
  readonly settings?: Settings;
  /** The other side of the comparison. Default: the service as it is. */
  readonly against?: Pick<Planted, 'answer' | 'settings'>;
}

/** Returns the settings of a service with some differences. */
export function settingsWith(
  planted: readonly Pick<Planted, 'answer' | 'content' | 'letter' | 'settings'>[],
): Settings {
  return {
    ...Object.assign({}, ...planted.map(({ settings }) => settings)),
    answer: (seen: Seen) =>
      planted.reduce((answer, { answer: change, content }) => {
        const isResult = seen.call.endpoint === 'result' && answer.status === 200;
        const other =
          isResult && content && seen.application
            ? { ...answer, json: content(answer.json, seen.application) }
            : answer;
        return change?.(other, seen) ?? other;
      }, seen.next()),
    letter: (letter: Letter, attempt: Attempt) =>
      planted.reduce<Letter | undefined>((sent, { letter: change, content }) => {
        if (sent === undefined) return undefined;
        const other = content ? withBody(sent, content(sent.body, attempt.application)) : sent;
        return change === undefined ? other : change(other, attempt);
      }, letter),
  };
}

function withHeaders(headers: Record<string, string>, when: (answer: Answer) => boolean = () => true) {
  return (answer: Answer): Answer =>
    when(answer) ? { ...answer, headers: { ...answer.headers, ...headers } } : answer;
}

function withText(status: number, path: string, text: string, endpoint?: string) {
  return (answer: Answer, { call }: Seen): Answer =>
    answer.status === status && (endpoint === undefined || call.endpoint === endpoint)
      ? { ...answer, json: changed(answer.json, path, () => text) }
      : answer;
}

/** Answers every so many-th call in another way. */
function everyCall(nth: number, other: Answer) {
  let calls = 0;
  return (answer: Answer): Answer => {
    calls += 1;
    return calls % nth === 0 ? other : answer;
  };
}

const [CAMERA, PLAIN] = FORMS;
const wholeSeconds = (body: unknown): string =>
  JSON.stringify(body).replaceAll(/(T\d\d:\d\d:\d\d)\.\d{6}(\+00:00)/g, '$1$2');

/** The differences, each found by itself in the proof. */
export const PLANTED: readonly Planted[] = [
  { id: 'retries-5-seconds-apart', about: 'retries', shows: 'retry 1', settings: { spacingMs: 5000 } },
  {
    id: 'one-retry',
    about: 'retries',
    shows: 'retries after 5xx only',
    settings: { again: (status, attempt) => isRetried(status, attempt) && attempt.retries < 1 },
  },
  { id: 'submission-3-seconds-late', about: 'retries', shows: 'first delivery', settings: { submitsAfterMs: 3000 } },
  {
    id: 'text-of-404',
    about: 'text',
    shows: 'Nothing here',
    answer: withText(404, 'error.detail', 'Nothing here.', 'result'),
  },
  {
    id: 'text-of-404-of-resend',
    about: 'text',
    shows: 'Gone',
    answer: withText(404, 'detail', 'Gone.', 'hook-submit'),
  },
  {
    id: 'text-of-422-of-submit',
    about: 'text',
    shows: 'Please fill in',
    answer: (answer, { call }) =>
      call.endpoint === 'submit' && answer.status === 422
        ? { ...answer, json: changed(answer.json, '*', () => ['Please fill in.']) }
        : answer,
  },
  { id: 'request-id', about: 'headers', shows: 'x-request-id', answer: withHeaders({ 'X-Request-Id': 'r-1' }) },
  {
    id: 'challenge',
    about: 'headers',
    shows: 'www-authenticate',
    answer: withHeaders({ 'WWW-Authenticate': 'Bearer' }, ({ status }) => status === 401),
  },
  {
    id: 'no-charset',
    about: 'headers',
    shows: 'content-type: application/json',
    answer: withHeaders({ 'Content-Type': 'application/json' }, ({ json }) => json !== undefined),
  },
  {
    id: 'header-of-deliveries',
    about: 'headers',
    shows: 'x-attempt',
    letter: (letter, { retries }) => ({ ...letter, headers: { ...letter.headers, 'X-Attempt': String(retries) } }),
  },
  {
    id: 'key-of-create',
    about: 'keys',
    shows: 'qr_code: string',
    answer: (answer, { call }) =>
      call.endpoint === 'create' && answer.status === 201
        ? { ...answer, json: extended(answer.json, '', { qr_code: 'q' }) }
        : answer,
  },
  {
    id: 'key-of-application',
    about: 'keys',
    shows: 'channel: string',
    content: (body) => extended(body, 'application', { channel: 'web' }),
  },
  {
    id: 'key-of-deliveries',
    about: 'keys',
    shows: 'trace: string',
    letter: (letter) => withBody(letter, extended(letter.body, 'event', { trace: 't' })),
  },
  {
    id: 'key-of-hits',
    about: 'keys',
    shows: 'source_count: number',
    content: (body) =>
      changed(body, 'extra.identity_aml.*.*.output.*.*.output.content.data.hits.*', (hit) =>
        extended(hit, '', { source_count: 2 }),
      ),
  },
  {
    id: 'key-of-errors',
    about: 'keys',
    shows: 'code: string',
    answer: (answer) =>
      answer.status === 401 ? { ...answer, json: extended(answer.json, 'error', { code: 'E7' }) } : answer,
  },
  {
    id: 'key-of-info',
    about: 'keys',
    shows: 'theme: object',
    answer: (answer, { call }) =>
      call.endpoint === 'info' && answer.status === 200
        ? { ...answer, json: extended(answer.json, '', { theme: {} }) }
        : answer,
  },
  {
    id: 'size-of-info',
    about: 'size',
    shows: 'info',
    answer: (answer, { call }) =>
      call.endpoint === 'info' && answer.status === 200
        ? { ...answer, json: extended(answer.json, 'schema_config', { note: 'x'.repeat(30_000) }) }
        : answer,
  },
  {
    id: 'column',
    about: 'keys',
    shows: 'Screening: string',
    content: (body) => extended(body, 'application.other_status', { Screening: '-' }),
  },
  {
    id: 'slugs',
    about: 'keys',
    shows: 'slug: UUID',
    settings: { slugOf: (id) => `${String(id).padStart(8, '0')}-0000-4000-8000-000000000000` },
  },
  { id: 'whole-seconds', about: 'keys', shows: 'time with 0 decimals', settings: { write: wholeSeconds } },
  {
    id: 'event-version',
    about: 'other',
    shows: '5',
    letter: (letter) =>
      withBody(
        letter,
        changed(letter.body, 'event.version', () => 5),
      ),
  },
  {
    id: 'longer-number',
    about: 'other',
    shows: '12 digits',
    content: (body, { id }) => extended(body, 'application', { no: `COK00${String(id).padStart(12, '0')}` }),
  },
  {
    id: 'locales',
    about: 'other',
    shows: 'ja',
    settings: {
      forms: [CAMERA, PLAIN].flatMap((form) => (form ? [{ ...form, locales: [...form.locales, 'ja'] }] : [])),
    },
  },
  {
    id: 'resend-to-one',
    about: 'other',
    shows: '1 of 2 receivers',
    letter: (letter, { place, resend }) => (place > 0 && resend > 0 ? undefined : letter),
  },
  {
    id: 'status-change-on-submission',
    about: 'events',
    shows: 'update_status',
    settings: {
      eventsOf: (happening) =>
        happening === 'submitted'
          ? ['submit_form', 'update_status']
          : [happening === 'changed' ? 'update_status' : 'drop_off'],
    },
  },
  {
    id: 'submit-once-expired',
    about: 'status',
    shows: '404',
    answer: (answer, { call, application }) =>
      call.endpoint === 'submit' && call.method === 'POST' && answer.status === 403 && application?.state === 'expired'
        ? missing()
        : answer,
  },
  {
    id: 'body-that-is-not-json',
    about: 'status',
    shows: '422',
    answer: (answer) => (answer.status === 400 ? failure(422, { body: ['Send JSON.'] }) : answer),
  },
  {
    id: 'info-once-expired',
    about: 'status',
    shows: '404',
    answer: (answer, { call, application }) =>
      call.endpoint === 'info' && answer.status === 200 && application?.state === 'expired' ? missing() : answer,
  },
  {
    id: 'limit',
    about: 'limits',
    shows: 'x-ratelimit-limit',
    answer: withHeaders({ 'X-RateLimit-Limit': '100' }),
    against: { answer: withHeaders({ 'X-RateLimit-Limit': '60' }) },
  },
  {
    id: 'too-many-requests',
    about: 'limits',
    shows: '429',
    answer: everyCall(23, { status: 429, headers: { 'Retry-After': '0' } }),
  },
];

/** Lists the differences that show a planted one. */
export function showing({ about, shows }: Planted, { differences }: Comparison): readonly Difference[] {
  return differences.filter((difference) => {
    if (difference.kind === 'rule' || difference.about !== about) return false;
    return (difference.kind === 'seen' && difference.value.includes(shows)) || difference.condition.includes(shows);
  });
}
