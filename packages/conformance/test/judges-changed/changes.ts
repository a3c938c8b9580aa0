import { at, edited, isObject, type JsonPath } from '@idvkit/json';

import type { Condition } from '../../src/lib/observe/condition.ts';
import { messageBody, type MessageBody } from '../../src/lib/observe/message-body.ts';
import type {
  Action,
  Delivery,
  EffectCheck,
  Exchange,
  Observation,
  ReceiverAnswer,
  SentDelivery,
  Watch,
} from '../../src/lib/observe/observation.ts';
import { json } from '../judges-payload/observe.ts';

/** One small change of an observation: what it is, and what is then observed instead. */
export type Changed = readonly [what: string, observations: readonly Observation[]];

const STATUSES = [200, 204, 299, 300, 302, 400, 401, 403, 404, 422, 429, 499, 500, 599, 600];
/** Milliseconds around each limit of the delivery rules. */
const SHIFTS = [-60_001, -2000, 1, 1999, 2000, 60_000, 60_001, 200_000];

/** Lists what an observation becomes by one change: left out, another time, another status, a member of its body gone … */
export function changesOf(observation: Observation): readonly Changed[] {
  const moved = SHIFTS.map((ms): Changed => [`${ms} ms later`, [movedBy(observation, ms)]]);
  const again: Changed = ['twice', [observation, { ...movedBy(observation, 5000), id: `${observation.id}-again` }]];
  if (observation.kind === 'effects' || ('sent' in observation && observation.sent !== undefined)) {
    return [['left out', []], ...ownChanges(observation)];
  }
  return [['left out', []], again, ...moved, ...ownChanges(observation)];
}

function ownChanges(observation: Observation): readonly Changed[] {
  switch (observation.kind) {
    case 'exchange':
      return observation.sent === undefined ? exchangeChanges(observation) : sentChanges(observation);
    case 'delivery':
      return deliveryChanges(observation);
    case 'watch':
      return watchChanges(observation);
    case 'action':
      return (['submit', 'expire', 'delete', 'change-status'] satisfies Action['action'][]).map((action) => [
        action,
        [{ ...observation, action }],
      ]);
    case 'credit':
      return [-1, 1, 4].map((more) => [`${more} more after`, [{ ...observation, after: observation.after + more }]]);
    case 'effects':
      return [
        ...EFFECTS.map((shows): Changed => [`shows ${shows}`, [{ ...observation, shows }]]),
        ...(['before', 'after', 'submissions'] as const).map((count): Changed => [
          `one more ${count}`,
          [{ ...observation, [count]: observation[count] + 1 }],
        ]),
        ['no deliveries', [{ ...observation, deliveries: [] }]],
      ];
  }
}

const EFFECTS: readonly EffectCheck['shows'][] = ['once', 'apart', 'again', 'changed', 'at-once', 'after-lifecycle'];
const SECRETS: readonly SentDelivery['secret'][] = ['own', 'wrong', 'near', 'open', 'absent'];
const TRAITS: readonly SentDelivery['traits'][] = [[], ['lifecycle'], ['sparse'], ['large'], ['lifecycle', 'sparse']];

/** Changes of a delivery to a client's receiver. */
function sentChanges(exchange: Exchange): readonly Changed[] {
  const { sent, response, request, ...rest } = exchange;
  if (sent === undefined || response === undefined) return [];
  const changes: readonly (readonly [string, Partial<SentDelivery>])[] = [
    ...SECRETS.map((secret) => [`secret ${secret}`, { secret }] as const),
    ...TRAITS.map((traits) => [`traits ${traits.join()}`, { traits }] as const),
    ...(['start', 'under-way', 'end'] as const).map((stage) => [`stage ${stage}`, { stage }] as const),
    ['not JSON', { body: 'not-json' }],
    ['first', { isFirst: true }],
    ['timed out', { timedOut: true }],
  ];
  const sizes = [1_000_000, 1_000_001, 10_000_000, 10_000_001];
  return [
    ...changes.map(([what, change]): Changed => [what, [{ ...exchange, sent: { ...sent, ...change } }]]),
    ...[...STATUSES, 399, 413].map((status): Changed => [
      `status ${status}`,
      [{ ...exchange, response: { ...response, status } }],
    ]),
    ...sizes.map((size): Changed => [
      `${size} bytes`,
      [{ ...exchange, request: { ...request, body: { ...request.body, size } } }],
    ]),
    ['no answer', [{ ...rest, request, sent, failure: 'reset' }]],
    ['repeated', [{ ...exchange, repeated: true }]],
  ];
}

function movedBy(observation: Observation, ms: number): Observation {
  const moved = observation.at + ms;
  if (observation.kind !== 'delivery') return { ...observation, at: moved };
  const { answer } = observation;
  if (answer.kind === 'status') return { ...observation, at: moved, answer: { ...answer, at: answer.at + ms } };
  return {
    ...observation,
    at: moved,
    answer: { ...answer, ...(answer.closedAt && { closedAt: answer.closedAt + ms }) },
  };
}

const CONDITIONS: readonly Partial<Condition>[] = [
  { endpoint: 'result' },
  { endpoint: 'submit' },
  { endpoint: 'image' },
  { endpoint: 'other' },
  { method: 'DELETE' },
  { method: 'GET' },
  { locale: 'unknown' },
  { locale: 'unrecognised' },
  { credential: 'valid' },
  { credential: 'absent' },
  { credential: 'invalid' },
  { credential: 'unknown' },
  { application: 'open' },
  { application: 'submitted' },
  { application: 'expired' },
  { application: 'deleted' },
  { application: 'unknown-slug' },
  { application: 'unknown' },
  { flow: 'plain' },
  { flow: 'unknown-form' },
  { flow: 'unknown' },
  { body: 'bad-format' },
  { body: 'missing-required' },
  { body: 'unknown' },
  { credit: 'too-little' },
  { credit: 'unknown' },
  { badKeys: ['another'] },
];

function exchangeChanges(exchange: Exchange): readonly Changed[] {
  const { response, ...unanswered } = exchange;
  const conditions = CONDITIONS.map((changed): Changed => [
    `${Object.keys(changed).join()} ${String(Object.values(changed)[0])}`,
    [{ ...exchange, condition: { ...exchange.condition, ...changed } }],
  ]);
  const other: Changed[] = [
    ['no answer', [{ ...unanswered, failure: 'reset' }]],
    ['another slug', [{ ...exchange, slug: 'another' }]],
  ];
  if (response === undefined) return [...conditions, ...other];
  const answered = (what: string, change: Partial<typeof response>): Changed => [
    what,
    [{ ...exchange, response: { ...response, ...change } }],
  ];
  return [
    ...conditions,
    ...other,
    ['repeated', [{ ...exchange, repeated: true }]],
    ...STATUSES.map((status) => answered(`status ${status}`, { status })),
    answered('no headers', { headers: [] }),
    answered('a page', { headers: [['Content-Type', 'text/html']] }),
    ...bodyChanges(response.body).map(([what, body]) => answered(what, { body })),
    ...(exchange.condition.endpoint === 'image' ? imageChanges(exchange) : []),
  ];
}

const IMAGE_STARTS = ['ffd8ff', '89504e47', '47494638', '52494646', '25504446'];

/** Changes of a call for a signed image: around the end of its URL, other URLs, other bytes. */
function imageChanges(exchange: Exchange): readonly Changed[] {
  const { request, response } = exchange;
  const expMs = Number(/exp=(\d+)/.exec(request.url)?.[1]) * 1000;
  const times = [-60_001, -60_000, 60_000, 60_001].map((ms): Changed => [
    `${ms} ms after exp`,
    [{ ...exchange, at: expMs + ms }],
  ]);
  const urls = ['no URL', request.url.replace(/q=\w+&/, ''), request.url.replace(/q=\w+/, 'q=x'), `${request.url}&a=1`];
  const starts = IMAGE_STARTS.map((hex): Changed => [
    `bytes ${hex}`,
    [
      {
        ...exchange,
        ...(response && { response: { ...response, headers: [], body: messageBody(Buffer.from(hex, 'hex')) } }),
      },
    ],
  ]);
  const addresses = urls.map((url, index): Changed => [
    `URL ${index}`,
    [{ ...exchange, request: { ...request, url } }],
  ]);
  return [...times, ...addresses, ...starts, ['POST', [{ ...exchange, request: { ...request, method: 'POST' } }]]];
}

const CLOSED_MS = [1000, 27_999, 28_999, 29_000, 30_000, 31_000, 61_000];
const HELD_MS = [27_999, 28_000, 30_000, 30_001];

function deliveryChanges(delivery: Delivery): readonly Changed[] {
  const { at: arrived, request } = delivery;
  const answers: readonly (readonly [string, ReceiverAnswer])[] = [
    ...STATUSES.map((status) => [`answered ${status}`, { kind: 'status', status, at: arrived + 10 }] as const),
    ...HELD_MS.map((ms) => [`answered after ${ms} ms`, { kind: 'status', status: 200, at: arrived + ms }] as const),
    ...CLOSED_MS.map((ms) => [`closed after ${ms} ms`, { kind: 'none', closedAt: arrived + ms }] as const),
    ['never closed', { kind: 'none' }],
  ];
  const changes: readonly (readonly [string, Partial<Delivery>])[] = [
    ...answers.map(([what, answer]) => [what, { answer }] as const),
    ...(['mismatch', 'absent', 'other-scheme', 'unknown'] as const).map((bearer) => [bearer, { bearer }] as const),
    ['no TLS', { tls: false }],
    ['another receiver', { receiver: 'another' }],
    ['PUT', { request: { ...request, method: 'PUT' } }],
    ['no headers', { request: { ...request, headers: [] } }],
    ...bodyChanges(request.body).map(([what, body]) => [what, { request: { ...request, body } }] as const),
  ];
  return changes.map(([what, change]) => [what, [{ ...delivery, ...change }]]);
}

function watchChanges(watch: Watch): readonly Changed[] {
  const changes: readonly (readonly [string, Partial<Watch>])[] = [
    ...[0, 1000, 60_000, 70_000].map((ms) => [`for ${ms} ms`, { until: watch.at + ms }] as const),
    ['no receiver', { receivers: [] }],
    ['other receivers', { receivers: ['another', 'second'] }],
    ['other events', { events: ['drop_off'] }],
    ['all events', { events: ['submit_form', 'update_status', 'drop_off'] }],
  ];
  return changes.map(([what, change]) => [what, [{ ...watch, ...change }]]);
}

/** Bodies without one member, or with another value of it, and bodies that hold no JSON. */
function bodyChanges(body: MessageBody): readonly (readonly [string, MessageBody])[] {
  const text = new TextEncoder();
  const members = pathsIn(body.json).flatMap((path): (readonly [string, MessageBody])[] => {
    const name = path.join('.');
    const others = otherValues(at(body.json, ...path)).map(
      (value) => [`${name} = ${JSON.stringify(value)}`, json(edited(body.json, path, () => value))] as const,
    );
    return [[`no ${name}`, json(edited(body.json, path, () => undefined))], ...others];
  });
  return [
    ...members,
    ['no body', json(undefined)],
    ['an empty object', json({})],
    ['a body that is not JSON', messageBody(text.encode('<html>'))],
    ['a body cut off', messageBody(text.encode('{"a":'), 1_000_000)],
  ];
}

/** Members that the checks of sequences compare. The breach table has the others. */
const COMPARED = new Set([
  'answers',
  'answers.customer_ref',
  'application',
  'application.id',
  'application.no',
  'application.slug',
  'application.status',
  'application.submitted_at',
  'data',
  'data.id',
  'data.is_submitted',
  'detail.slug',
  'error.detail',
  'event.created_at',
  'event.nounce',
  'event.type',
  'form_url',
  'info',
]);

function pathsIn(value: unknown, path: JsonPath = []): readonly JsonPath[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const own = [...path, key];
    return [...(COMPARED.has(own.join('.')) ? [own] : []), ...(own.length < 2 ? pathsIn(member, own) : [])];
  });
}

function otherValues(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'boolean') return [!value];
  return typeof value === 'object' && value !== null ? [[]] : ['other', '2026-01-05T03:20:00+00:00'];
}
