import { CliError } from '@idvkit/cli-kit';
import { compareBearer } from '@idvkit/delivery';

import { targetAddress } from '../drive/run-settings.ts';
import { recogniseRequest, type RecognisedRequest } from '../expectation/recognise-request.ts';
import { headerOf } from '../observation/headers.ts';
import { at, objectAt, stringAt } from '../observation/json.ts';
import type { Delivery, Exchange, HeaderList, Observation } from '../observation/observation.ts';
import type { RecordedBody } from './body-keeper.ts';
import { isCached, type RecordedCall } from './har-entry.ts';
import { readHarFile } from './har-file.ts';
import { inferCondition } from './infer-condition.ts';
import { KnownApplications, type PlacedCall } from './known-applications.ts';
import { KnownTokens } from './known-tokens.ts';
import { otherObservations, ownObservation, type PlacedObservation } from './own-har.ts';
import type { Recording, RecordingOptions } from './recording.ts';
import { undecidableWhereMasked, undecidableWherePartial } from './undecidable.ts';

/** Calls and deliveries of one recording, at most. */
const MOST_OBSERVATIONS = 100_000;

type Placed = RecognisedRequest & PlacedCall;

/**
 * Reads an HTTP archive: calls to the service and deliveries to receivers, with what it proves of their conditions. One that
 * `idv-conformance` wrote says itself what was observed.
 *
 * @throws {CliError} `recording-unreadable`, `har-malformed`, `base-url-ambiguous`, `base-url-invalid`.
 */
export async function readHar(
  file: { readonly path: string; readonly name: string },
  options: RecordingOptions,
  signal?: AbortSignal,
): Promise<Recording> {
  const baseUrl = options.baseUrl === undefined ? undefined : targetAddress(options.baseUrl);
  const own: PlacedObservation[] = [];
  const calls: Placed[] = [];
  const deliveries: RecordedCall[] = [];
  const left = { other: 0, cached: 0, preflight: 0 };

  const sort = (entry: unknown, call: RecordedCall): void => {
    const recognised = recogniseRequest(call.method, call.url, baseUrl);
    if (isCached(entry, call)) left.cached += 1;
    else if (recognised.endpoint === 'other' && isDelivery(call)) deliveries.push(call);
    else if (recognised.endpoint === 'other') left.other += 1;
    else if (call.method.toUpperCase() === 'OPTIONS') left.preflight += 1;
    else calls.push({ ...recognised, ...call });
  };
  const isFull = (): boolean => own.length + calls.length + deliveries.length >= MOST_OBSERVATIONS;

  const head = await readHarFile(
    file,
    {
      onEntry: (entry, call) => {
        if (isFull()) return undefined;
        if (at(entry, '_idvkit') === undefined) sort(entry, call);
        else {
          const placed = ownObservation(entry, call);
          if ('problem' in placed) return placed;
          own.push(placed);
        }
        return undefined;
      },
      isFull,
    },
    signal,
  );
  const stopped = isFull() ? `Only the first ${MOST_OBSERVATIONS} calls and deliveries were read` : undefined;
  const common = { notes: notesOf(head, left), ...(stopped === undefined ? {} : { stopped }) };

  if (head.own !== undefined) {
    const { target, context, complete } = head.own;
    if (target.kind === 'recorded' || target.kind === 'receiver') throw writtenOf(target.kind, file.name);
    return {
      ...common,
      observations: [...own, ...otherObservations(head.own)]
        .toSorted((one, other) => one.order - other.order)
        .map(({ observation }) => observation),
      target: { ...target, kind: 'recorded' },
      context: {
        baseUrl: target.baseUrl,
        clockSkewSeconds: context.clockSkewSeconds,
        requireHttps: context.requireHttps,
        inputParameters: {},
        ...(context.deliveryWithinMs === undefined ? {} : { deliveryWithinMs: context.deliveryWithinMs }),
      },
      undecidable: undecidableWhereMasked,
      ...(complete || stopped !== undefined ? {} : { stopped: 'The run that wrote the archive ended early' }),
      secrets: [],
    };
  }
  if (own.length > 0) {
    throw new CliError({
      code: 'har-malformed',
      message: `Cannot judge "${file.name}": its entries are those of a run, but what the run said beside them is gone.`,
      fix: 'Give the archive as idv-conformance wrote it.',
    });
  }
  const service = baseUrl ?? serviceOf(calls);
  return { ...common, ...observed(calls, deliveries, service, options, baseUrl) };
}

/** What such an archive proves depends on more than is in it. */
function writtenOf(kind: 'recorded' | 'receiver', name: string): CliError {
  return new CliError({
    code: 'har-secondhand',
    message: `Cannot judge "${name}": it was written by ${kind === 'recorded' ? 'a check' : 'an audit of a receiver'}, not by a run.`,
    fix: kind === 'recorded' ? 'Give the recording that was checked.' : 'Repeat the audit itself, with its seed.',
  });
}

/** A POST of an event to anybody but the service. */
function isDelivery({ method, requestBody }: RecordedCall): boolean {
  const { json } = requestBody ?? {};
  return (
    method.toUpperCase() === 'POST' &&
    objectAt(json, 'event') !== undefined &&
    objectAt(json, 'application') !== undefined
  );
}

/** What stands behind the scheme of an Authorization, whatever the scheme. */
function credentialIn({ requestHeaders }: RecordedCall): readonly string[] {
  const value =
    headerOf(requestHeaders, 'authorization')
      ?.replace(/^\S+ +/, '')
      .trim() ?? '';
  return value === '' ? [] : [value];
}

/** The one host that is called as the service is. */
function serviceOf(calls: readonly Placed[]): string {
  const origins = [...new Set(calls.map(({ url }) => new URL(url).origin))];
  if (origins.length <= 1) return origins[0] ?? '';
  throw new CliError({
    code: 'base-url-ambiguous',
    message: `Cannot tell which host is the service: ${origins.length} are called as it is.`,
    fix: `Name one with --base-url: ${origins.slice(0, 3).join(', ')}${origins.length > 3 ? ', …' : ''}.`,
  });
}

function observed(
  calls: readonly Placed[],
  recordedDeliveries: readonly RecordedCall[],
  service: string,
  options: RecordingOptions,
  baseUrl: string | undefined,
): Omit<Recording, 'notes' | 'stopped'> {
  const tokens = new KnownTokens(calls);
  const seen = recordedDeliveries.map(({ at, requestBody }) => ({ at, json: requestBody?.json }));
  const applications = new KnownApplications(calls, seen, options.formSlug);
  const receivers = new Map<string, string>();
  const bodies = new Set<string>();
  const parts = [
    ...calls.map((call) => ({ at: call.at, exchange: exchangeOf(call, tokens, applications) })),
    ...recordedDeliveries.flatMap((call) => {
      // The very same body again is a replay of it, or the same delivery recorded in another place.
      const text = Buffer.from(call.requestBody?.bytes ?? []).toString('base64');
      if (bodies.has(text)) return [];
      bodies.add(text);
      const { origin, pathname } = new URL(call.url);
      const receiver = receivers.get(origin + pathname) ?? `receiver ${receivers.size + 1}`;
      receivers.set(origin + pathname, receiver);
      return [{ at: call.at, delivery: deliveryOf(call, receiver, options.webhookSecret) }];
    }),
  ].toSorted((one, other) => one.at - other.at);

  const counts = { x: 0, d: 0 };
  const observations = parts.map((part): Observation => {
    if ('exchange' in part) return { ...part.exchange, kind: 'exchange', id: `x${++counts.x}` };
    return { ...part.delivery, kind: 'delivery', id: `d${++counts.d}` };
  });
  const formSlug = options.formSlug ?? calls.find((call) => call.formSlug !== undefined)?.formSlug ?? '';
  return {
    observations,
    target: { baseUrl: service, formSlug, kind: 'recorded' },
    context: {
      ...(baseUrl === undefined ? {} : { baseUrl }),
      clockSkewSeconds: 60,
      inputParameters: Object.fromEntries((options.inputParameters ?? []).map((key) => [key, ''])),
      requireHttps: false,
    },
    undecidable: (id) => undecidableWherePartial(id, baseUrl !== undefined || calls.length > 0),
    secrets: [
      ...new Set([
        ...[...calls, ...recordedDeliveries].flatMap(credentialIn),
        ...(options.webhookSecret === undefined ? [] : [options.webhookSecret]),
      ]),
    ],
  };
}

function exchangeOf(call: Placed, tokens: KnownTokens, applications: KnownApplications): Omit<Exchange, 'kind' | 'id'> {
  const { at, answer, durationMs, lang, formSlug, slug, method, url, requestHeaders } = call;
  const isReadable = answer !== undefined && answer.body !== undefined && isDescribed(answer.headers, answer.body);
  const status = answer?.status ?? 0;
  return {
    at,
    condition: inferCondition(call, tokens, applications),
    ...(lang === undefined ? {} : { lang }),
    ...(formSlug === undefined ? {} : { formSlug }),
    ...(slug === undefined ? {} : { slug }),
    request: { method, url, headers: requestHeaders, body: bodyOf(call.requestBody) },
    ...(isReadable && answer.body !== undefined
      ? { response: { status, headers: answer.headers, body: answer.body, durationMs } }
      : { failure: answer === undefined ? 'none is recorded' : `the ${status} was recorded without its body` }),
    // One that a gateway gave, or that passed, is no matter of the service's; a client makes such a call again.
    ...(isReadable && (status === 429 || status >= 500) ? { repeated: true } : {}),
  };
}

/** Whether the headers of an answer were recorded as well, so that what its body is may be judged. */
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
    request: {
      method,
      url,
      headers: requestHeaders.filter(([name]) => name.toLowerCase() !== 'authorization'),
      body: bodyOf(requestBody),
    },
    answer: answer === undefined ? { kind: 'none' } : { kind: 'status', status: answer.status, at: at + durationMs },
    ...(slug === undefined ? {} : { slug }),
  };
}

/** A body that was not recorded counts as one of which nothing was kept. */
function bodyOf(body: RecordedBody): NonNullable<RecordedBody> {
  return body ?? { size: 1, bytes: new Uint8Array(), truncated: true, json: undefined };
}

function notesOf(
  { entries, tooLarge }: { readonly entries: number; readonly tooLarge: number },
  { other, cached, preflight }: { readonly other: number; readonly cached: number; readonly preflight: number },
): readonly string[] {
  const counts: readonly (readonly [number, string])[] = [
    [other, 'to other addresses'],
    [cached, 'from a cache'],
    [preflight, 'asked of a browser before a call'],
    [tooLarge, 'too large to read'],
  ];
  const left = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const read = `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
  return [left.length === 0 ? `Read ${read}.` : `Read ${read}; left out ${left.join(', ')}.`];
}
