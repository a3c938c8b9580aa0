import { at } from '@idvkit/json';
import { recordedEntry, type RecordedEntry, type RecordedOther, type RecordedTraffic } from '@idvkit/schema/formats';

import { recogniseRequest, serviceOf } from '../judge/expectation/recognise-request.ts';
import type { Endpoint } from '../observe/condition.ts';
import { withoutAuthorization } from '../observe/headers.ts';
import { defined } from '../observe/json.ts';
import { emptyBody, messageBody, type MessageBody } from '../observe/message-body.ts';
import type { Delivery, Exchange, Observation } from '../observe/observation.ts';
import { MASKED_FRACTION, MASKED_INTEGER } from '../report/mask/shape-of.ts';
import type { NoEntry, RecordedCall } from './har-entry.ts';

export interface PlacedObservation {
  readonly order: number;
  readonly observation: Observation;
}

export function ownObservation(entry: unknown, call: RecordedCall): PlacedObservation | NoEntry {
  const read = recordedEntry.safeParse(withPlainSlugs(at(entry, '_idvkit')));
  if (!read.success) return { problem: 'has an `_idvkit` that this version does not know' };
  const { order, ...own } = read.data;
  if (own.kind === 'delivery') return { order, observation: ownDelivery(own, call) };
  const { endpoint } = own.condition;
  if (endpoint === 'receiver') return { problem: 'is a delivery of an audit, which only the audit itself can judge' };
  return { order, observation: ownExchange(own, endpoint, call) };
}

type Own<Kind extends RecordedEntry['kind']> = Omit<Extract<RecordedEntry, { kind: Kind }>, 'order'>;

function ownExchange(
  { request, response, condition, ...own }: Own<'exchange'>,
  endpoint: Endpoint,
  call: RecordedCall,
): Exchange {
  const { lang, formSlug } = recogniseRequest(call.method, call.url, serviceOf(call.url));
  const { badKeys, ...rest } = condition;
  return {
    ...defined(own),
    ...defined({ lang, formSlug }),
    condition: { ...rest, endpoint, ...defined({ badKeys }) },
    request: { ...requestOf(call), body: ownBody(request, call.requestBody) },
    ...(response !== undefined &&
      call.answer !== undefined && {
        response: { ...call.answer, body: ownBody(response, call.answer.body), durationMs: call.durationMs },
      }),
  };
}

function requestOf({ method, url, requestHeaders: headers }: RecordedCall): Omit<Exchange['request'], 'body'> {
  return { method, url, headers };
}

function ownDelivery({ request, answer, ...own }: Own<'delivery'>, call: RecordedCall): Delivery {
  return {
    ...defined(own),
    answer: answer.kind === 'none' ? { kind: 'none', ...defined({ closedAt: answer.closedAt }) } : answer,
    request: {
      ...requestOf(call),
      headers: withoutAuthorization(call.requestHeaders),
      body: ownBody(request, call.requestBody),
    },
  };
}

export function otherObservations({ others }: RecordedTraffic): readonly PlacedObservation[] {
  return others.map((other) => {
    const { order, summary: _, ...own } = withPlainSlugs(other) as RecordedOther; // Slugs are texts before and after.
    return { order, observation: own.kind === 'watch' ? { ...own, ...defined({ events: own.events }) } : own } as const;
  }) as readonly PlacedObservation[]; // `events` is left out where there are none.
}

/** Reads a masked body. JSON keeps its shape, other bodies are notes. The size is that of the original. */
function ownBody(own: RecordedEntry['request'], masked: MessageBody | undefined): MessageBody {
  if (own.size === 0 || masked === undefined) return emptyBody;
  if (masked.truncated) return { ...masked, size: Math.max(own.size, masked.size) };
  const text = numbersAgain(plainSlugs(new TextDecoder().decode(masked.bytes)));
  const { bytes, json } = messageBody(new TextEncoder().encode(text));
  return { size: own.size, truncated: own.truncated, bytes, json: own.json ? json : undefined };
}

/** Unifies fingerprints: `slug-3f9a` in addresses is `slug#3f9a` elsewhere. */
function plainSlugs(text: string): string {
  return text.replaceAll(/\bslug#(?=[\da-f]{4})/g, 'slug-');
}

/** Gives masked numbers their type: rules check it. */
export function numbersAgain(json: string): string {
  return json.replaceAll(JSON.stringify(MASKED_INTEGER), '0').replaceAll(JSON.stringify(MASKED_FRACTION), '0.5');
}

function withPlainSlugs(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(plainSlugs(JSON.stringify(value)));
}
