import { recogniseRequest } from '../judge/expectation/recognise-request.ts';
import { headerOf } from '../observe/headers.ts';
import { messageBody, type MessageBody } from '../observe/message-body.ts';
import type { HeaderList } from '../observe/observation.ts';
import type { RecordedCall } from '../recorded/har-entry.ts';
import { recordingOfTraffic, type RecognisedTrafficCall } from '../recorded/observed-traffic.ts';
import type { Recording, RecordingOptions } from '../recorded/recording.ts';
import type { ProxiedBody, ProxiedExchange } from './traffic-buffer.ts';
import type { Unpacking } from './unpacking.ts';

export interface ProxiedTrafficOptions extends Omit<RecordingOptions, 'baseUrl'> {
  readonly service: string;
}

export function readExchange(seen: ProxiedExchange, unpacking: Unpacking): RecordedCall {
  const { towards: _, answer, ...call } = seen;
  return {
    ...call,
    requestBody: readBody(seen.requestBody, seen.requestHeaders, unpacking),
    ...(answer && {
      // An incomplete answer counts as none.
      answer: {
        ...answer,
        body: seen.failure === undefined ? readBody(answer.body, answer.headers, unpacking) : undefined,
      },
    }),
  };
}

export function toRecording(
  calls: readonly { readonly towards: ProxiedExchange['towards']; readonly call: RecordedCall }[],
  { service, ...options }: ProxiedTrafficOptions,
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

function readBody({ bytes, size }: ProxiedBody, headers: HeaderList, unpacking: Unpacking): MessageBody | undefined {
  const codings = (headerOf(headers, 'content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0 || size === 0) return messageBody(bytes, size);
  if (size > bytes.byteLength) return undefined;
  const plain = unpacking.unpack(bytes, codings);
  return plain && messageBody(plain);
}
