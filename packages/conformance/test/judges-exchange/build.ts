import { ENDPOINTS, DETAIL_401, DETAIL_403 } from '@idvkit/schema';

import { endpointPath } from '../../src/lib/drive/calls/service-calls.ts';
import type { Condition, ServiceEndpoint } from '../../src/lib/observe/condition.ts';
import type { Action, Delivery, Exchange, HeaderList, Watch } from '../../src/lib/observe/observation.ts';
import { json } from '../judges-payload/observe.ts';
import { submission } from '../judges-payload/submission.ts';

export const SERVICE = 'https://service.example/base';
export const CAMERA_FORM = 'kyc-camera';
/** When the first thing happens, 2026-01-05T03:00:00Z. */
export const START: number = Date.parse('2026-01-05T03:00:00Z');

/** What a test says of a call; the rest is what a driver would do by default. */
export interface CallOptions extends Partial<Omit<Condition, 'endpoint'>> {
  readonly id?: string;
  readonly at?: number;
  readonly lang?: string;
  readonly slug?: string;
  readonly formSlug?: string;
  readonly url?: string;
  readonly sent?: unknown;
  readonly status?: number;
  readonly answer?: unknown;
  readonly headers?: HeaderList;
}

/** A call on one of the five endpoints, on an open application of a camera flow unless something else is said. */
export function call(endpoint: ServiceEndpoint, options: CallOptions = {}): Exchange {
  const { id = endpoint, at = START, slug, formSlug = CAMERA_FORM, lang = 'en', sent, answer } = options;
  const { status = 200, url, headers, badKeys } = options;
  const condition: Condition = {
    endpoint,
    method: options.method ?? ENDPOINTS[endpoint].method,
    locale: options.locale ?? 'platform',
    credential: options.credential ?? 'valid',
    application: options.application ?? (endpoint === 'create' ? 'none' : 'open'),
    flow: options.flow ?? 'camera',
    body: options.body ?? (endpoint === 'create' ? 'valid-answers' : 'absent'),
    credit: options.credit ?? 'enough',
    ...(badKeys && { badKeys }),
  };
  const path = endpointPath(endpoint, { lang, formSlug, slug: slug ?? 's-1' });
  return {
    kind: 'exchange',
    id,
    at,
    condition,
    lang,
    formSlug,
    ...(endpoint !== 'create' && { slug: slug ?? 's-1' }),
    request: { method: condition.method, url: url ?? SERVICE + path, headers: [], body: json(sent) },
    response: {
      status,
      headers: headers ?? (answer === undefined ? [] : [['Content-Type', 'application/json']]),
      body: json(answer),
      durationMs: 5,
    },
  };
}

/** The body of a 201. */
export function created(slug: string, formSlug: string = CAMERA_FORM): object {
  return {
    form_url: `https://forms.example/${slug}`,
    info: SERVICE + endpointPath('info', { lang: 'en', formSlug, slug }),
    detail: { form: formSlug, slug, step: 'identity', section: 'document', submitted_at: null },
  };
}

const REASONS: Readonly<Record<number, readonly [message: string, detail: unknown]>> = {
  401: ['Unauthorized', DETAIL_401],
  403: ['Forbidden', DETAIL_403],
  404: ['Not Found', 'There is no such thing'],
  461: ['Insufficient Credit', 'The workspace lacks credit'],
};

/** The body of an error in the envelope. */
export function envelope(status: number, detail?: unknown): object {
  const [message, fixed] = REASONS[status] ?? ['Unprocessable Entity', 'It is so'];
  return { error: { status_code: status, message, detail: detail ?? fixed } };
}

/** The application of a slug, as results and deliveries carry it. */
export function application(slug: string, status: 'incomplete' | 'complete' = 'complete'): object {
  return {
    id: 4711,
    no: 'COK000004711',
    form: CAMERA_FORM,
    slug,
    status,
    other_status: { ekyc: 'pass' },
    submitted_at: status === 'complete' ? '2026-01-05T03:00:00+00:00' : null,
  };
}

/** The result of an application that was not submitted. */
export function openResult(slug: string): object {
  return { application: application(slug, 'incomplete'), answers: {}, extra: {} };
}

/** The result of a submitted application, with answers of somebody and nothing found about them. */
export function submittedResult(slug: string): object {
  const { answers } = submission() as { answers: object };
  return { application: application(slug), answers, extra: { ekyc: {} } };
}

/** About as much as the info of a form holds. */
const FILLING = 'translations '.repeat(4300);

/** The info of an application. */
export function info(isSubmitted: boolean = false): object {
  return {
    data: { id: 4711, current_step: 'identity', is_submitted: isSubmitted, data: {}, application: { id: 12 } },
    schema_config: { configs: { locale: { available_locales: ['en', 'th'] } } },
    translations: FILLING,
  };
}

/** What a test says of a delivery; the rest is a `submit_form` that the receiver acknowledged at once. */
export interface DeliveryOptions extends Partial<Pick<Delivery, 'receiver' | 'answer' | 'bearer' | 'tls'>> {
  readonly id?: string;
  readonly at?: number;
  readonly type?: string;
  readonly nounce?: string;
  readonly status?: number;
  readonly body?: unknown;
}

export function deliver(slug: string, options: DeliveryOptions = {}): Delivery {
  const { id = 'delivery', at = START, type = 'submit_form', status = 204, receiver = 'main' } = options;
  const event = { nounce: options.nounce ?? id, type, created_at: new Date(at).toISOString().replace('Z', '+00:00') };
  const content =
    type === 'submit_form'
      ? { event: { ...event, version: 1 }, ...submittedResult(slug) }
      : { event, application: application(slug) };
  return {
    kind: 'delivery',
    id,
    at,
    receiver,
    bearer: options.bearer ?? 'match',
    tls: options.tls ?? true,
    request: {
      method: 'POST',
      url: '/hook',
      headers: [['content-type', 'application/json; charset=utf-8']],
      body: json(options.body ?? content),
    },
    answer: options.answer ?? { kind: 'status', status, at: at + 10 },
    slug,
  };
}

export function act(action: Action['action'], slug: string, at: number = START, id: string = 'action'): Action {
  return { kind: 'action', id, at, action, slug };
}

/** A watch of the receiver `main`, for 100 s unless something else is said. */
export function observe(slug: string, options: Partial<Omit<Watch, 'slug' | 'kind'>> = {}): Watch {
  const at = options.at ?? START;
  return { kind: 'watch', id: 'watch', until: at + 100_000, receivers: ['main'], ...options, at, slug };
}
