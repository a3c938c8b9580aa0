import type { MessageBody } from '../../src/lib/observe/message-body.ts';
import type { Delivery, Exchange, HeaderList, Observation } from '../../src/lib/observe/observation.ts';

/** How a recorder writes its archives. */
export interface PlainHarOptions {
  /** What recorded it: a browser knows times to the millisecond, mitmproxy writes binary bodies in base64. */
  readonly as?: 'browser' | 'mitmproxy';
  /** Leaves out `Authorization`, as exports that are to be shared do. */
  readonly sanitised?: boolean;
  /** Leaves out the bodies of answers. */
  readonly withoutBodies?: boolean;
}

/** Writes what was observed as a stranger would have recorded it: unmasked, and without a word about conditions. */
export function plainHar(observations: readonly Observation[], options: PlainHarOptions = {}): string {
  const entries = observations
    .filter((observation) => observation.kind === 'exchange' || observation.kind === 'delivery')
    .map((observation) => entryOf(observation, options));
  return JSON.stringify({ log: { version: '1.2', creator: { name: options.as ?? 'browser', version: '1' }, entries } });
}

function entryOf(observation: Exchange | Delivery, options: PlainHarOptions): object {
  const { at, request } = observation;
  const answer = observation.kind === 'exchange' ? observation.response : undefined;
  const time = answer?.durationMs ?? answered(observation);
  const host = request.headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? 'receiver.example';
  const status = answer?.status ?? (observation.kind === 'delivery' ? statusOf(observation) : 0);
  return {
    startedDateTime: new Date(at).toISOString(),
    time,
    request: {
      method: request.method,
      url: /^https?:/.test(request.url) ? request.url : `http://${host}${request.url}`,
      httpVersion: 'HTTP/2',
      headers: headersOf([...PSEUDO, ...request.headers], options),
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: request.body.size,
      ...(request.body.size > 0
        ? { postData: { mimeType: 'application/json', ...textOf(request.body, options) } }
        : {}),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/2',
      headers: headersOf(answer?.headers ?? [], options),
      cookies: [],
      content: contentOf(answer, options),
      redirectURL: '',
      headersSize: -1,
      // What travelled was compressed.
      bodySize: answer === undefined ? -1 : Math.ceil(answer.body.size / 2),
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
}

const PSEUDO: HeaderList = [
  [':method', 'GET'],
  [':scheme', 'https'],
];

function answered({ kind, ...observation }: Exchange | Delivery): number {
  const { answer } = observation as Partial<Delivery>; // An exchange has none.
  return kind === 'delivery' && answer?.kind === 'status' ? answer.at - observation.at : 0;
}

function statusOf({ answer }: Delivery): number {
  return answer.kind === 'status' ? answer.status : 0;
}

function headersOf(headers: HeaderList, { sanitised = false }: PlainHarOptions): readonly object[] {
  return headers
    .filter(([name]) => !sanitised || name.toLowerCase() !== 'authorization')
    .map(([name, value]) => ({ name, value }));
}

function contentOf(answer: Exchange['response'], options: PlainHarOptions): object {
  if (answer === undefined) return { size: 0, mimeType: 'x-unknown' };
  const mimeType = answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'x-unknown';
  const text = options.withoutBodies === true || answer.body.size === 0 ? {} : textOf(answer.body, options);
  return { size: answer.body.size, mimeType, ...text };
}

function textOf({ bytes, json }: MessageBody, { as = 'browser' }: PlainHarOptions): object {
  if (json === undefined || as === 'mitmproxy')
    return { text: Buffer.from(bytes).toString('base64'), encoding: 'base64' };
  return { text: Buffer.from(bytes).toString('utf8') };
}
