import { PLATFORM_LOCALES } from '@idvkit/schema';

import { endpointPath } from '../../src/lib/drive/calls/service-calls.ts';
import { SERVICE_ENDPOINTS, type BodyClass, type ServiceEndpoint } from '../../src/lib/observe/condition.ts';
import type { Exchange, Observation, ReceiverAnswer } from '../../src/lib/observe/observation.ts';
import {
  act,
  call,
  CAMERA_FORM,
  created,
  deliver,
  envelope,
  info,
  observe,
  openResult,
  SERVICE,
  START,
  submittedResult,
  type CallOptions,
} from './build.ts';

/** A run in which every rule about exchanges and deliveries is kept, one observation per id. */
export function goodRun(): readonly Observation[] {
  run ??= [
    ...creates(),
    ...openApplication(),
    ...plainApplication(),
    ...changedApplication(),
    ...refusals(),
    ...locales(),
    ...retries(),
  ];
  return run;
}

let run: readonly Observation[] | undefined;

const SUBMITTED_CALL = { application: 'submitted', flow: 'plain' } as const;
/** The body of a 404, which is another one on resend. */
function notFound(endpoint: ServiceEndpoint): object {
  return endpoint === 'resend' ? { detail: 'Not found.' } : envelope(404);
}

function create(id: string, options: CallOptions = {}): Exchange {
  return call('create', { id, status: 201, answer: created(`slug-${id}`), ...options });
}

function creates(): readonly Observation[] {
  const bodies: readonly BodyClass[] = ['absent', 'empty', 'empty-object', 'undeclared-key', 'missing-required'];
  return [
    ...bodies.map((body) =>
      create(`create-body-${body}`, { body, ...(body === 'undeclared-key' && { sent: { answers: { other: 'x' } } }) }),
    ),
    create('create-front_card', { sent: { answers: { ekyc_document_type: 'front_card' } } }),
    create('create-passport', { sent: { answers: { ekyc_document_type: 'passport' } } }),
    create('create-bad', {
      status: 422,
      answer: envelope(422, { nid: ['is not a national id'] }),
      body: 'bad-format',
      badKeys: ['nid'],
    }),
    create('create-unknown-form', { status: 404, answer: envelope(404), flow: 'unknown-form', formSlug: 'nope' }),
    create('create-no-credit', { status: 461, answer: envelope(461), credit: 'too-little' }),
    { kind: 'credit', id: 'credit', at: START, before: 5, after: 5, creates: ['create-body-absent'] },
  ];
}

/** An application of a camera flow that is created, read, submitted in vain, and resent in vain. */
function openApplication(): readonly Observation[] {
  const slug = 'open';
  const at = (seconds: number): number => START + seconds * 1000;
  return [
    create('create-open', { answer: created(slug) }),
    call('info', { id: 'info-followed', slug, at: at(1), credential: 'absent', answer: info() }),
    call('info', { id: 'info-token', slug, at: at(2), answer: info() }),
    call('result', { id: 'result-open', slug, at: at(3), answer: openResult(slug) }),
    call('result', { id: 'result-again', slug, at: at(4), answer: openResult(slug) }),
    call('submit', {
      id: 'submit-camera',
      slug,
      at: at(5),
      body: 'valid-answers',
      status: 422,
      answer: { ekyc_document: ['is required'], ekyc_liveness: ['is required'] },
    }),
    observe(slug, { id: 'watch-open', at: at(6) }),
    call('result', { id: 'result-after-camera', slug, at: at(6), answer: openResult(slug) }),
    call('resend', { id: 'resend-never', slug, at: at(110), status: 204 }),
    observe(slug, { id: 'watch-never', at: at(111) }),
  ];
}

/** An application of a flow without camera steps that is submitted over JSON, submitted again, and resent. */
function plainApplication(): readonly Observation[] {
  const slug = 'plain';
  const at = (seconds: number): number => START + seconds * 1000;
  const submit = (id: string, seconds: number, options: CallOptions): Exchange =>
    call('submit', { id, slug, at: at(seconds), flow: 'plain', body: 'valid-answers', ...options });
  const result = (id: string, seconds: number, options: CallOptions): Exchange =>
    call('result', { id, slug, at: at(seconds), flow: 'plain', ...options });
  const read = (id: string, seconds: number, options: CallOptions): Exchange =>
    call('info', { id, slug, at: at(seconds), ...SUBMITTED_CALL, ...options });
  return [
    result('plain-before', 0, { answer: openResult(slug) }),
    submit('submit-refused', 1, { credential: 'absent', status: 403, answer: envelope(403) }),
    result('plain-still-open', 2, { answer: openResult(slug) }),
    submit('submit-missing', 3, {
      body: 'missing-required',
      badKeys: ['full_name_first_name'],
      status: 422,
      answer: { full_name_first_name: ['is required'] },
    }),
    observe(slug, { id: 'watch-plain', at: at(9), until: at(700), receivers: ['main', 'second'] }),
    submit('submit-plain', 10, { status: 200 }),
    deliver(slug, { id: 'plain-1', at: at(11) }),
    deliver(slug, { id: 'plain-2', at: at(11), receiver: 'second' }),
    result('plain-complete', 12, { application: 'submitted', answer: submittedResult(slug) }),
    read('info-refused-absent', 13, { credential: 'absent', status: 403, answer: envelope(403) }),
    read('info-refused-invalid', 14, { credential: 'invalid', status: 401, answer: envelope(401) }),
    read('info-submitted', 15, { answer: info(true) }),
    submit('submit-again', 100, { application: 'submitted', status: 403, answer: envelope(403) }),
    result('plain-unchanged', 101, { application: 'submitted', answer: submittedResult(slug) }),
    call('resend', {
      id: 'resend-refused',
      slug,
      at: at(200),
      ...SUBMITTED_CALL,
      credential: 'invalid',
      status: 401,
      answer: envelope(401),
    }),
    call('resend', { id: 'resend', slug, at: at(300), ...SUBMITTED_CALL, status: 204 }),
    deliver(slug, { id: 'resent-1', at: at(301) }),
    deliver(slug, { id: 'resent-2', at: at(302), receiver: 'second', status: 500 }),
    deliver(slug, { id: 'resent-3', at: at(303), receiver: 'second' }),
  ];
}

/** An application whose status changes, and that is resent much later. */
function changedApplication(): readonly Observation[] {
  const slug = 'changed';
  const at = (seconds: number): number => START + seconds * 1000;
  return [
    observe(slug, { id: 'watch-changed', at: at(0), until: at(700), events: ['submit_form', 'update_status'] }),
    act('submit', slug, at(1), 'changed-submit'),
    deliver(slug, { id: 'changed-submission', at: at(2) }),
    act('change-status', slug, at(50), 'changed-status'),
    deliver(slug, { id: 'changed-event', at: at(51), type: 'update_status' }),
    call('resend', { id: 'changed-resend', slug, at: at(300), ...SUBMITTED_CALL, status: 204 }),
    deliver(slug, { id: 'changed-resent', at: at(301) }),
  ];
}

function refusals(): readonly Observation[] {
  const refused = (endpoint: ServiceEndpoint, id: string, status: number, options: CallOptions): Exchange =>
    call(endpoint, {
      id: `${endpoint}-${id}`,
      flow: 'plain',
      body: 'valid-answers',
      slug: `refused-${id}`,
      status,
      ...options,
    });
  const tokens = (['create', 'result', 'submit', 'resend'] as const).flatMap((endpoint) => [
    refused(endpoint, 'absent', 403, { credential: 'absent', answer: envelope(403) }),
    refused(endpoint, 'invalid', 401, { credential: 'invalid', answer: envelope(401) }),
    refused(endpoint, 'other-scheme', 401, { credential: 'other-scheme', answer: envelope(401) }),
  ]);
  const gets = (['create', 'submit', 'resend'] as const).map((endpoint) =>
    refused(endpoint, 'get', 403, { method: 'GET', answer: envelope(403) }),
  );
  const deletes = (['result', 'info'] as const).map((endpoint) =>
    refused(endpoint, 'delete', 403, { method: 'DELETE', answer: envelope(403) }),
  );
  const unknown = (['result', 'info', 'submit', 'resend'] as const).map((endpoint) =>
    refused(endpoint, 'unknown', 404, { application: 'unknown-slug', slug: 'nobody', answer: notFound(endpoint) }),
  );
  const gone = { application: 'deleted', slug: 'gone', status: 404, answer: envelope(404) } as const;
  return [
    ...tokens,
    ...gets,
    ...deletes,
    ...unknown,
    refused('result', 'revoked', 401, { credential: 'revoked', answer: envelope(401) }),
    call('result', { id: 'result-deleted', ...gone }),
    call('info', { id: 'info-deleted', ...gone }),
    call('info', { id: 'info-deleted-absent', ...gone, credential: 'absent' }),
  ];
}

const SUCCESSES: Readonly<Record<ServiceEndpoint, (slug: string) => CallOptions>> = {
  create: (slug) => ({ status: 201, answer: created(slug) }),
  result: (slug) => ({ answer: openResult(slug) }),
  info: () => ({ answer: info() }),
  submit: () => ({ status: 422, answer: { ekyc_liveness: ['is required'] } }),
  resend: () => ({ status: 204 }),
};

function locales(): readonly Observation[] {
  const platform = PLATFORM_LOCALES.flatMap((lang) =>
    SERVICE_ENDPOINTS.map((endpoint) => {
      const slug = `in-${lang}`;
      return call(endpoint, { id: `${lang}-${endpoint}`, lang, slug, ...SUCCESSES[endpoint](slug) });
    }),
  );
  const unknown = SERVICE_ENDPOINTS.flatMap((endpoint) => {
    const slug = 'elsewhere';
    const location = `/base/en${endpointPath(endpoint, { lang: 'xx', formSlug: CAMERA_FORM, slug })}`;
    const redirect = { slug, lang: 'xx', locale: 'unrecognised', status: 302 } as const;
    return [
      call(endpoint, { id: `${endpoint}-unknown-locale`, ...redirect, headers: [['Location', location]] }),
      followed(endpoint, slug, location),
    ];
  });
  return [...platform, ...unknown];
}

function followed(endpoint: ServiceEndpoint, slug: string, location: string): Exchange {
  const url = new URL(location, SERVICE).href;
  const exchange = call(endpoint, {
    id: `${endpoint}-redirected`,
    slug,
    url,
    status: 404,
    answer: { html: 'Not found' },
  });
  return { ...exchange, condition: { ...exchange.condition, endpoint: 'other', locale: 'none' } };
}

const none = (heldMs: number, at: number): ReceiverAnswer => ({ kind: 'none', closedAt: at + heldMs });

/** Submissions by an operator whose deliveries the receiver answers by plan. */
function retries(): readonly Observation[] {
  return [
    ...submissionAnswered('5xx', [500, 503, 502, 500]),
    ...submissionAnswered('5xx-2xx', [500, 200]),
    ...submissionToTwo(),
    ...[400, 401, 404, 410, 422, 429].flatMap((status) => submissionAnswered(`${status}`, [status])),
    ...submissionAnswered('2xx', [202]),
    ...submissionAnswered('timeout', [0]),
  ];
}

/** A submission whose delivery and retries are answered as said, 0 standing for not at all; ids are `5xx-1`, `5xx-2` … */
function submissionAnswered(name: string, statuses: readonly number[]): readonly Observation[] {
  const slug = `answered-${name}`;
  return [
    act('submit', slug, START, `${name}-submit`),
    ...statuses.map((status, index) => {
      const at = START + (index + 1) * 2000;
      const answer: ReceiverAnswer = status === 0 ? none(30_000, at) : { kind: 'status', status, at: at + 10 };
      return deliver(slug, { id: `${name}-${index + 1}`, at, answer });
    }),
    observe(slug, { id: `${name}-watch`, at: START, until: START + 200_000 }),
  ];
}

/** A submission of which one receiver fails at first. */
function submissionToTwo(): readonly Observation[] {
  const slug = 'to-two';
  return [
    // Too short to show that nothing follows the retry.
    observe(slug, { id: 'one-fails-watch', at: START, until: START + 62_000, receivers: ['main', 'second'] }),
    act('submit', slug, START + 1000, 'one-fails-submit'),
    deliver(slug, { id: 'one-fails-1', at: START + 2000, status: 500 }),
    deliver(slug, { id: 'one-fails-2', at: START + 2000, receiver: 'second' }),
    deliver(slug, { id: 'one-fails-3', at: START + 4000 }),
  ];
}
