import { compareBearer } from '@idvkit/delivery';
import { stringAt } from '@idvkit/json';

import type { RecognisedRequest } from '../judge/expectation/recognise-request.ts';
import { headerOf, withoutAuthorization } from '../observe/headers.ts';
import { defined } from '../observe/json.ts';
import type { Delivery, Exchange, HeaderList, Observation } from '../observe/observation.ts';
import type { RecordedBody, RecordedCall } from './har-entry.ts';
import { inferCondition, type Known } from './infer-condition.ts';
import { KnownApplications, type PlacedCall } from './known-applications.ts';
import { KnownTokens } from './known-tokens.ts';
import { recordedContext, undecidableBy, type Recording, type RecordingOptions } from './recording.ts';

export type RecognisedTrafficCall = RecognisedRequest & PlacedCall;

export interface Traffic {
  readonly calls: readonly RecognisedTrafficCall[];
  readonly deliveries: readonly RecordedCall[];
  /** Deliveries that are observations already. */
  readonly captured?: readonly Delivery[];
  /** Address of the service; '' if unknown. */
  readonly service: string;
  /**
   * Set if the recorder was on the path and saw each message once, with all headers.
   */
  readonly isFirsthand?: boolean;
}

/** Converts traffic to a recording. Unproven conditions of a call are `unknown`. */
export function recordingOfTraffic(
  { calls, deliveries, captured = [], service, isFirsthand = false }: Traffic,
  options: RecordingOptions,
): Omit<Recording, 'notes' | 'stopped'> {
  const { baseUrl, webhookSecret, facts = {} } = options;
  const tokens = new KnownTokens(calls, { keepsHeaders: isFirsthand, invalid: facts.invalidTokens });
  const seen = [
    ...deliveries.map(({ at, requestBody }) => ({ at, json: requestBody?.json })),
    ...captured.map(({ at, request }) => ({ at, json: request.body.json })),
  ];
  const applications = new KnownApplications(calls, seen, { ...facts, cameraForm: options.formSlug });
  const receivers = new Map<string, string>();
  const parts = [
    ...calls.map((call) => ({
      at: call.at,
      number: call.number,
      exchange: exchangeOf(call, { tokens, applications, facts }),
    })),
    ...deliveries
      .filter(({ isReplay }) => isReplay !== true)
      .map((call) => {
        const { origin, pathname } = new URL(call.url);
        const receiver = receivers.get(origin + pathname) ?? `receiver ${receivers.size + 1}`;
        receivers.set(origin + pathname, receiver);
        return { at: call.at, number: call.number, delivery: deliveryOf(call, receiver, webhookSecret) };
      }),
    ...captured.map((observation) => ({ at: observation.at, observation })),
  ].toSorted((one, other) => one.at - other.at);

  const counts = { x: 0, d: 0 };
  const observations = parts.map((part): Observation => {
    if ('observation' in part) return part.observation;
    if ('exchange' in part) return { ...part.exchange, kind: 'exchange', id: `x${part.number ?? ++counts.x}` };
    return { ...part.delivery, kind: 'delivery', id: `d${part.number ?? ++counts.d}` };
  });
  const formSlug = options.formSlug ?? calls.find((call) => call.formSlug !== undefined)?.formSlug ?? '';
  return {
    observations,
    target: { baseUrl: service, formSlug, kind: 'recorded' },
    context: recordedContext(baseUrl, options.inputParameters),
    undecidable: undecidableBy({
      'whole-run': 'A recording does not show what else happened, which this rule depends on: check the live service.',
      ...(webhookSecret === undefined &&
        deliveries.length > 0 && {
          secret: 'The secret of the deliveries is not known: set IDV_WEBHOOK_SECRET.',
        }),
      ...(baseUrl === undefined &&
        calls.length === 0 && { address: 'The address of the service is not known: give it with --base-url.' }),
    }),
    secrets: [...new Set([...calls, ...deliveries].flatMap(credentialIn)).add(webhookSecret ?? '')].filter(Boolean),
  };
}

function credentialIn({ requestHeaders }: RecordedCall): readonly string[] {
  const header = headerOf(requestHeaders, 'authorization') ?? '';
  return [header.replace(/^\S+ +/, '').trim()];
}

function exchangeOf(call: RecognisedTrafficCall, known: Known): Omit<Exchange, 'kind' | 'id'> {
  const { at, answer, durationMs, failure, lang, formSlug, slug, method, url, requestHeaders } = call;
  const isReadable = answer !== undefined && answer.body !== undefined && isDescribed(answer.headers, answer.body);
  const status = answer?.status ?? 0;
  return {
    at,
    condition: inferCondition(call, known),
    ...defined({ lang, formSlug, slug }),
    request: { method, url, headers: requestHeaders, body: bodyOf(call.requestBody) },
    ...(isReadable && answer.body !== undefined
      ? { response: { status, headers: answer.headers, body: answer.body, durationMs } }
      : { failure: failure ?? (answer ? `the ${status} was recorded without its body` : 'none is recorded') }),
    // Not the service's fault: a gateway answered, or a client repeats the call.
    ...(isReadable && (status === 429 || status >= 500) ? { repeated: true } : {}),
  };
}

/** Checks that headers were recorded, so that the body can be judged. */
function isDescribed(headers: HeaderList, { size }: NonNullable<RecordedBody>): boolean {
  return size === 0 || headers.length > 0;
}

function deliveryOf(call: RecordedCall, receiver: string, secret: string | undefined): Omit<Delivery, 'kind' | 'id'> {
  const { at, durationMs, method, url, requestHeaders, requestBody, answer } = call;
  const slug = stringAt(requestBody?.json, 'application', 'slug');
  const authorization = headerOf(requestHeaders, 'authorization');
  return {
    at,
    receiver,
    bearer: secret === undefined || authorization === undefined ? 'unknown' : compareBearer(authorization, secret),
    request: { method, url, headers: withoutAuthorization(requestHeaders), body: bodyOf(requestBody) },
    answer: answer === undefined ? { kind: 'none' } : { kind: 'status', status: answer.status, at: at + durationMs },
    ...(slug === undefined ? {} : { slug }),
  };
}

/** An unrecorded body counts as truncated. */
function bodyOf(body: RecordedBody): NonNullable<RecordedBody> {
  return body ?? { size: 1, bytes: new Uint8Array(), truncated: true, json: undefined };
}
