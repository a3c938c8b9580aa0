import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';

import { recogniseRequest } from '../expectation/recognise-request.ts';
import { headerOf } from '../observation/headers.ts';
import { messageBody, type MessageBody } from '../observation/message-body.ts';
import type { HeaderList } from '../observation/observation.ts';
import type { RecordedCall } from '../recorded/har-entry.ts';
import { recordingOfTraffic, type RecognisedTrafficCall } from '../recorded/observed-traffic.ts';
import type { Recording, RecordingOptions } from '../recorded/recording.ts';
import type { SeenBody, SeenCall } from './seen-call.ts';

/** Greatest body that is unpacked to be judged. */
const UNPACKED_BYTES = 16 * 2 ** 20;

const unpacked = { maxOutputLength: UNPACKED_BYTES };
const UNPACKERS: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array> = new Map([
  ['gzip', (bytes: Uint8Array) => gunzipSync(bytes, unpacked)],
  ['x-gzip', (bytes: Uint8Array) => gunzipSync(bytes, unpacked)],
  ['deflate', (bytes: Uint8Array) => inflateSync(bytes, unpacked)],
  ['br', (bytes: Uint8Array) => brotliDecompressSync(bytes, unpacked)],
  ['zstd', (bytes: Uint8Array) => zstdDecompressSync(bytes, unpacked)],
]);

/** What a proxy knows of the traffic beside what went through it. */
export interface SeenTrafficOptions extends Omit<RecordingOptions, 'baseUrl'> {
  /** Address under which the service knows itself. */
  readonly service: string;
}

/** Reads a call that went through: bodies are unpacked and parsed. */
export function readSeenCall(seen: SeenCall): RecordedCall {
  const { number, at, durationMs, method, url, requestHeaders, answer, failure } = seen;
  return {
    number,
    at,
    durationMs,
    method,
    url,
    requestHeaders,
    requestBody: readBody(seen.requestBody, requestHeaders),
    ...(answer === undefined
      ? {}
      : {
          answer: {
            status: answer.status,
            headers: answer.headers,
            // Half of an answer is none.
            body: failure === undefined ? readBody(answer.body, answer.headers) : undefined,
          },
        }),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** Makes a recording of what went through a proxy, in the order in which it began. */
export function recordingOfSeen(
  calls: readonly { readonly towards: SeenCall['towards']; readonly call: RecordedCall }[],
  { service, ...options }: SeenTrafficOptions,
): Recording {
  const toService: RecognisedTrafficCall[] = [];
  const deliveries: RecordedCall[] = [];
  for (const { towards, call } of calls) {
    if (towards === 'receiver') deliveries.push(call);
    else toService.push({ ...recogniseRequest(call.method, call.url, service), ...call });
  }
  const traffic = { calls: toService, deliveries, service, isFirsthand: true };
  const recording = recordingOfTraffic(traffic, { ...options, baseUrl: service });
  return { ...recording, target: { ...recording.target, kind: 'proxied' }, notes: [] };
}

/** What a body holds; of one that cannot be unpacked nothing is known. */
function readBody({ bytes, size }: SeenBody, headers: HeaderList): MessageBody | undefined {
  const codings = (headerOf(headers, 'content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0 || size === 0) return messageBody(bytes, size);
  if (size > bytes.byteLength) return undefined;
  let plain = bytes;
  try {
    for (const coding of codings.toReversed()) {
      const unpack = UNPACKERS.get(coding);
      if (unpack === undefined) return undefined;
      plain = unpack(plain);
    }
    return messageBody(plain);
  } catch {
    return undefined;
  }
}
