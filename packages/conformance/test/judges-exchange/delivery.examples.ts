import { drop } from '../judges-payload/change.ts';
import {
  after,
  all,
  answer,
  breaks,
  delivery,
  payload,
  put,
  status,
  without,
  type BrokenExample,
} from './broken-examples.ts';
import { deliver, envelope, START } from './build.ts';

const AT = (seconds: number): number => START + seconds * 1000;

export const resendExamples: readonly BrokenExample[] = [
  breaks('resend.status.204-empty', 'answers 200', status('resend', 200), 'resend.status.documented'),
  breaks('resend.status.204-empty', 'answers 202', status('resend', 202), 'resend.status.documented'),
  breaks(
    'resend.status.204-empty',
    'has a body',
    answer('resend', () => ({ queued: true })),
  ),
  breaks('resend.never-submitted.204', 'answers 403', status('resend-never', 403, envelope(403))),
  breaks('resend.never-submitted.204', 'answers 404', status('resend-never', 404, { detail: 'Not found.' })),
  breaks('resend.never-submitted.no-delivery', 'delivers', after('resend-never', deliver('open', { at: AT(111) }))),
  breaks('resend.delivers', 'delivers nothing', without('resent-1', 'resent-2', 'resent-3')),
  breaks('resend.same-content', 'has lost an answer', payload('resent-1', drop('answers.gender'))),
  breaks(
    'resend.same-content',
    'counts deliveries',
    payload('resent-1', put(['application', 'other_status', 'sent'], '2')),
  ),
  breaks('resend.new-nounce', 'keeps the nounce', payload('resent-1', put(['event', 'nounce'], 'plain-1'))),
  breaks(
    'resend.new-created-at',
    'keeps created_at',
    payload('resent-1', put(['event', 'created_at'], '2026-01-05T03:00:11+00:00')),
  ),
  breaks(
    'resend.submission-only',
    'delivers the status change again',
    after('changed-resent', deliver('changed', { id: 'again', at: AT(302), type: 'update_status' })),
  ),
  breaks('resend.unknown.404', 'answers 204', status('resend-unknown', 204)),
  breaks('resend.unknown.404', 'answers 403', status('resend-unknown', 403, envelope(403))),
  breaks(
    'resend.404.bare-detail',
    'wraps it',
    answer('resend-unknown', () => envelope(404)),
  ),
  breaks('resend.404.bare-detail', 'gives an object', answer('resend-unknown', put(['detail'], { text: 'No' }))),
  breaks(
    'resend.status.documented',
    'answers 422',
    status('resend-never', 422, {}),
    'resend.never-submitted.204',
    'error.envelope.shape',
  ),
];

export const deliveryExamples: readonly BrokenExample[] = [
  breaks(
    'delivery.method.post',
    'sends a PUT',
    delivery('plain-1', (own) => ({ ...own, request: { ...own.request, method: 'PUT' } })),
  ),
  breaks(
    'delivery.content-type.json',
    'sends text',
    delivery('plain-1', (own) => ({ ...own, request: { ...own.request, headers: [['content-type', 'text/plain']] } })),
  ),
  ...(['absent', 'mismatch', 'other-scheme'] as const).map((bearer) =>
    breaks(
      'delivery.bearer',
      `sends: ${bearer}`,
      delivery('plain-1', (own) => ({ ...own, bearer })),
    ),
  ),
  breaks(
    'delivery.https',
    'sends in the clear',
    delivery('plain-1', (own) => ({ ...own, tls: false })),
  ),
  breaks('delivery.2xx.done', 'sends twice', after('2xx-1', deliver('answered-2xx', { at: AT(10), id: 'more' }))),
  breaks('delivery.5xx.retried', 'does not retry', without('5xx-2', '5xx-3', '5xx-4')),
  breaks(
    'delivery.5xx.at-most-three',
    'retries a fourth time',
    after('5xx-4', deliver('answered-5xx', { at: AT(20), id: 'more', status: 500 })),
  ),
  breaks(
    'delivery.5xx.stops-on-2xx',
    'goes on retrying',
    after('5xx-2xx-2', deliver('answered-5xx-2xx', { at: AT(20), id: 'more' })),
  ),
  breaks('delivery.5xx.new-nounce', 'keeps the nounce', payload('5xx-3', put(['event', 'nounce'], '5xx-1'))),
  ...[400, 401, 404, 410, 422, 429].map((status) =>
    breaks(
      'delivery.4xx.not-retried',
      `retries after ${status}`,
      after(`${status}-1`, deliver(`answered-${status}`, { at: AT(20), id: 'more' })),
    ),
  ),
  breaks(
    'delivery.timeout.not-retried',
    'retries after 30 s of silence',
    after('timeout-1', deliver('answered-timeout', { at: AT(40), id: 'more' })),
  ),
  breaks(
    'delivery.timeout.waits-30s',
    'gives up after 10 s',
    delivery('timeout-1', (own) => ({ ...own, answer: { kind: 'none', closedAt: own.at + 10_000 } })),
  ),
  breaks('delivery.every-receiver', 'forgets one', without('plain-2')),
  breaks('delivery.every-receiver', 'stops at the first that fails', without('one-fails-2')),
  breaks(
    'delivery.idempotency-key.stable',
    'moves submitted_at on retries',
    payload('5xx-2', put(['application', 'submitted_at'], '2026-01-05T03:00:09+00:00')),
  ),
  breaks(
    'delivery.idempotency-key.stable',
    'moves submitted_at on a resend',
    all(payload('resent-1', put(['application', 'submitted_at'], '2026-01-05T03:05:00+00:00'))),
    'resend.same-content',
  ),
];
