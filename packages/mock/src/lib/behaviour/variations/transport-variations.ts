import { isObject, replaceAt } from '@idvkit/json';

import type { Overrides } from '../hooks/behaviour.ts';
import { JsonStream } from '../hooks/json-stream.ts';
import { withHeaders } from './rewriting.ts';
import { defineVariation, type Variation } from './variation.ts';

/** One call in so many is refused with 429: so few that the next attempt succeeds. */
const TURNED_AWAY_EVERY = 11;
/** Time for which an answer is held back; one in so many takes longer. */
const SLOW_MS = 4;
const SLOWER_MS = 120;
const SLOWER_EVERY = 29;

/** Returns the text of a value in small chunks. */
function streamed(value: unknown): JsonStream {
  return new JsonStream(function* () {
    const text = JSON.stringify(value);
    for (let from = 0; from < text.length; from += 1000) yield text.slice(from, from + 1000);
  });
}

function sendingInChunks(): Overrides {
  return {
    payload: (document, { carrier }) =>
      carrier === 'delivery' && isObject(document['application'])
        ? { ...document, application: streamed(document['application']) }
        : document,
    respond: (draft) =>
      isObject(draft.body) && !Object.values(draft.body).some((member) => member instanceof JsonStream)
        ? { ...draft, body: streamed(draft.body) }
        : draft,
  };
}

/** How a service may answer and deliver, whatever is in it. */
export const transportVariations: readonly Variation[] = [
  defineVariation('other-404-texts', 'has other wording on 404', {
    respond: (draft, { condition }) =>
      condition === 'unknown-application' || condition === 'unknown-form' || condition === 'deleted-application'
        ? {
            ...draft,
            body: ['error.message', 'error.detail', 'detail'].reduce(
              (body: unknown, path) =>
                replaceAt(body, path, (text) => (typeof text === 'string' ? 'ไม่พบรายการนี้ 🤷' : text)),
              draft.body,
            ),
          }
        : draft,
  }),
  defineVariation('charset', 'says in which charset its JSON is', {
    respond: (draft) =>
      /^application\/json$/.test(draft.headers['content-type'] ?? '')
        ? withHeaders(draft, { 'content-type': 'Application/JSON;charset=UTF-8' })
        : draft,
    deliveryRequest: (request) => ({
      ...request,
      headers: { ...request.headers, 'content-type': 'application/json; charset="utf-8"' },
    }),
  }),
  defineVariation('extra-headers', 'sends headers that were not asked for', {
    respond: (draft) =>
      withHeaders(draft, {
        'x-request-id': 'b1f0',
        'server-timing': 'db;dur=3',
        'set-cookie': 'session=; Path=/',
        vary: '*',
      }),
    deliveryRequest: (request) => ({
      ...request,
      headers: { ...request.headers, 'x-event': 'webhook', 'user-agent': 'python-requests/2.32' },
    }),
  }),
  defineVariation('chunked-bodies', 'sends bodies in chunks, without their length', sendingInChunks),
  defineVariation('one-receiver-on-resend', 'resends to the first receiver only', {
    deliveries: (planned, { trigger }) => (trigger === 'resend' ? planned.slice(0, 1) : planned),
  }),
  defineVariation('busy-at-times', 'turns a call away now and then with 429', () => {
    let calls = 0;
    return {
      refusals: (refusals, { endpoint }) => {
        if (endpoint === 'image') return refusals;
        calls += 1;
        return calls % TURNED_AWAY_EVERY === 0
          ? [{ condition: 'too-many-requests', status: 429 }, ...refusals]
          : refusals;
      },
      respond: (draft) => (draft.status === 429 ? withHeaders(draft, { 'retry-after': '0' }) : draft),
    };
  }),
  defineVariation('slow-answers', 'takes its time for an answer', () => {
    let calls = 0;
    return { answerDelayMs: () => ((calls += 1) % SLOWER_EVERY === 0 ? SLOWER_MS : SLOW_MS) };
  }),
];
