import { isObject } from '@idvkit/json';

import { emptyBody, messageBody } from '../../src/lib/observe/message-body.ts';
import type { EffectCheck, Exchange, Observation, SentDelivery } from '../../src/lib/observe/observation.ts';
import { act, call, deliver, observe, START } from '../judges-exchange/build.ts';
import { goodRun } from '../judges-exchange/good-run.ts';
import { action, create, delivery, exchange, json, watch } from '../judges-payload/observe.ts';
import { DELIVERED_AT, SLUG, submission } from '../judges-payload/submission.ts';

const some = (...ids: readonly string[]): readonly Observation[] =>
  ids.map((id) => {
    const found = goodRun().find((observation) => observation.id === id);
    if (found === undefined) throw new Error(`The good run has no "${id}"`);
    return withoutFilling(found);
  });

const about = (slug: string): readonly Observation[] =>
  goodRun()
    .filter((observation) => 'slug' in observation && observation.slug === slug)
    .map(withoutFilling);

/** Leaves out what makes an info long. */
function withoutFilling(observation: Observation): Observation {
  if (observation.kind !== 'exchange' || observation.response === undefined) return observation;
  const { response } = observation;
  const { json: body } = response.body;
  if (!isObject(body) || body['translations'] === undefined) return observation;
  return { ...observation, response: { ...response, body: json({ ...body, translations: 'short' }) } };
}

const SERVED = some('en-create', 'en-result', 'en-info', 'en-submit', 'en-resend');

const seconds = (after: number): number => START + after * 1000;

/** An application that expires unfinished, and one whose status changes twice. */
const LIFECYCLE = [
  observe('left', { id: 'watch-left', until: seconds(300), events: ['drop_off', 'update_status'] }),
  act('expire', 'left', seconds(10), 'expire'),
  deliver('left', { id: 'dropped', at: seconds(11), type: 'drop_off', status: 500 }),
  deliver('left', { id: 'dropped-again', at: seconds(13), type: 'drop_off' }),
  call('result', { id: 'result-expired', slug: 'left', at: seconds(20), application: 'expired', status: 404 }),
];

const named = (id: string, observation: Observation): Observation => ({ ...observation, id });
const { event: _, ...result } = submission() as { readonly event: unknown };

/** A submission with an input parameter, read and delivered, with what is not declared. */
const SUBMITTED = [
  named(
    'created',
    create(SLUG, { condition: { body: 'undeclared-key' }, sent: { answers: { customer_ref: 'c-1', other: 1 } } }),
  ),
  named('watched', watch({ at: DELIVERED_AT - 700_000 })),
  named('submitted', action('submit')),
  named('delivered', delivery(submission(), { slug: SLUG })),
  named('read', exchange({ answer: result })),
];

const imageUrl = `https://service.example/api/ekyc/${SLUG}/result/image/?q=best&exp=${DELIVERED_AT / 1000 + 900}`;
const png = messageBody(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d]));
const image = (id: string, options: Parameters<typeof exchange>[0]): Observation =>
  named(id, exchange({ url: imageUrl, ...options, condition: { endpoint: 'image', ...options?.condition } }));
const refusal = { status: 403, answer: { error: { status_code: 403 } } } as const;

const IMAGES = [
  named('delivered', delivery(submission(), { slug: SLUG })),
  image('got', { status: 200, headers: [['Content-Type', 'image/png']], bytes: png }),
  image('unsigned', { url: imageUrl.replace('q=best&', ''), condition: { credential: 'absent' }, ...refusal }),
  image('no-token', { condition: { credential: 'absent' }, ...refusal }),
  image('expired', { at: DELIVERED_AT + 961_000, ...refusal }),
];

/** A delivery to a client's receiver. */
function sent(id: string, status: number, options: Partial<SentDelivery> = {}): Exchange {
  const { response, ...delivered } = call('result', { id });
  return {
    ...delivered,
    request: { ...delivered.request, body: { ...emptyBody, size: 5000 } },
    response: { headers: [], body: emptyBody, durationMs: 5, ...response, status },
    sent: { what: id, secret: 'own', traits: [], body: 'delivery', stage: 'under-way', ...options },
  };
}

const effect = (shows: EffectCheck['shows'], submissions: number, ...deliveries: readonly string[]): EffectCheck => ({
  kind: 'effects',
  id: `effect-${shows}`,
  at: START,
  shows,
  before: 4,
  after: 4 + submissions,
  submissions,
  deliveries,
});

const RECEIVED = [
  sent('at-first', 204, { stage: 'start' }),
  sent('wrong', 401, { secret: 'wrong' }),
  sent('absent', 401, { secret: 'absent' }),
  sent('near', 403, { secret: 'near' }),
  sent('event', 200, { traits: ['lifecycle'] }),
  sent('first-event', 200, { traits: ['lifecycle', 'out-of-order'], isFirst: true }),
  sent('event-wrong', 401, { traits: ['lifecycle'], secret: 'wrong' }),
  sent('late-event', 200, { traits: ['out-of-order'] }),
  sent('sparse', 204, { traits: ['sparse'] }),
  sent('twice-sparse', 204, { traits: ['sparse', 'duplicate'] }),
  sent('duplicate', 204, { traits: ['duplicate'] }),
  sent('large', 204, { traits: ['large'] }),
  sent('not-json', 400, { body: 'not-json' }),
  sent('plain', 202),
  effect('once', 1, 'plain'),
  effect('again', 1, 'plain', 'duplicate'),
  sent('at-last', 204, { stage: 'end' }),
];

/** The same run with a receiver that refuses most. */
const REFUSED = RECEIVED.map((observation) => {
  if (observation.kind !== 'exchange') return observation;
  const status = { wrong: 200, near: 500, event: 400, 'event-wrong': 404, sparse: 500, 'not-json': 200 }[
    observation.id
  ];
  const { response } = observation;
  return { ...observation, ...(response && status && { response: { ...response, status } }) };
});

/** Runs of all kinds, small enough to judge thousands of changes of them. */
export const RUNS: Readonly<Record<string, readonly Observation[]>> = {
  create: some('create-body-absent', 'create-bad', 'create-unknown-form', 'create-no-credit', 'create-open', 'credit'),
  open: [...some('create-open'), ...about('open')],
  plain: about('plain'),
  changed: about('changed'),
  left: LIFECYCLE,
  refused: [
    ...SERVED,
    ...some('result-absent', 'result-invalid', 'create-get', 'info-delete', 'resend-unknown', 'result-revoked'),
    ...some('result-deleted', 'info-deleted-absent'),
  ],
  locale: [...some('en-create'), ...some('create-unknown-locale', 'create-redirected')],
  'retried-in-vain': about('answered-5xx'),
  retried: about('answered-5xx-2xx'),
  'refused-by-receiver': about('answered-410'),
  'never-answered': about('answered-timeout'),
  submitted: SUBMITTED,
  images: IMAGES,
  received: RECEIVED,
  'received-badly': REFUSED,
};
