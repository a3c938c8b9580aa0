import { arrayAt, at, numberAt, objectAt, stringAt, type JsonObject } from '@idvkit/json';

import type { BodyKeeper } from '../observe/body-keeper.ts';
import { headerOf } from '../observe/headers.ts';
import { emptyBody, type MessageBody } from '../observe/message-body.ts';
import type { HeaderList } from '../observe/observation.ts';

/** A body of a recording; undefined if it was not recorded, though there may have been one. */
export type RecordedBody = MessageBody | undefined;

export interface RecordedCall {
  readonly at: number;
  readonly durationMs: number;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: HeaderList;
  readonly requestBody: RecordedBody;
  readonly answer?: {
    readonly status: number;
    readonly headers: HeaderList;
    readonly body: RecordedBody;
  };
  readonly failure?: string;
  /** Number of the call, `37`, of several recordings `2.37`; it becomes the id of the observation. */
  readonly number?: number | string;
  /** True if an equal body came before: a replay, or the same delivery recorded elsewhere. */
  readonly isReplay?: boolean;
}

/** Reason why an entry is invalid, as the end of a sentence. */
type NoEntry = { readonly problem: string };

/** Reads an entry of an HTTP archive. Optional members may be missing or unusual, as exporters differ. */
export function readEntry(entry: unknown, keeper: BodyKeeper): RecordedCall | NoEntry {
  const request = objectAt(entry, 'request');
  const response = objectAt(entry, 'response');
  const began = stringAt(entry, 'startedDateTime');
  const moment = began === undefined ? Number.NaN : Date.parse(began);
  const method = stringAt(request, 'method');
  const url = stringAt(request, 'url');
  if (request === undefined || method === undefined || url === undefined) return { problem: 'has no request' };
  if (Number.isNaN(moment)) return { problem: 'does not say when it began (startedDateTime)' };
  const requestHeaders = headersOf(request);
  const status = at(response, 'status');
  const message = { method, keeper };
  const isAnswered = response !== undefined && typeof status === 'number' && Number.isInteger(status) && status >= 100;
  return {
    at: moment,
    durationMs: Math.max(0, numberAt(entry, 'time') ?? 0),
    method,
    url,
    requestHeaders,
    requestBody: requestBody(request, requestHeaders, message),
    ...(isAnswered && { answer: answerOf(response, status, message) }),
  };
}

/** Checks for an answer from a browser's cache, or a revalidation. */
export function isCached(entry: unknown, { requestHeaders }: RecordedCall): boolean {
  if (at(entry, '_fromCache') !== undefined || at(entry, 'response', '_fetchedViaServiceWorker') === true) return true;
  return ['if-none-match', 'if-modified-since'].some((name) => headerOf(requestHeaders, name) !== undefined);
}

/** Returns the headers without pseudo headers of HTTP/2. */
function headersOf(message: JsonObject): HeaderList {
  return (arrayAt(message, 'headers') ?? []).flatMap((header) => {
    const name = stringAt(header, 'name');
    const value = stringAt(header, 'value');
    return name === undefined || name.startsWith(':') || value === undefined ? [] : [[name, value] as const];
  });
}

interface Message {
  readonly method: string;
  readonly keeper: BodyKeeper;
}

function requestBody(request: JsonObject, headers: HeaderList, { method, keeper }: Message): RecordedBody {
  const posted = objectAt(request, 'postData');
  const text = stringAt(posted, 'text') ?? '';
  const size = numberAt(request, 'bodySize') ?? -1;
  if (text !== '') return keeper.text(text, at(posted, 'encoding'), size);
  if (method === 'GET' || method === 'HEAD') return emptyBody;
  return isEmpty(headers, { said: at(posted, 'text'), size }) ? emptyBody : undefined;
}

function answerOf(
  response: JsonObject,
  status: number,
  { method, keeper }: Message,
): NonNullable<RecordedCall['answer']> {
  const listed = headersOf(response);
  const content = objectAt(response, 'content');
  const answer = { status, headers: completed(listed, response, content) };
  const text = stringAt(content, 'text') ?? '';
  const size = numberAt(content, 'size') ?? -1;
  if (text !== '') {
    // Some tools state the compressed size.
    const isOfText = headerOf(listed, 'content-encoding') === undefined;
    return { ...answer, body: keeper.text(text, at(content, 'encoding'), isOfText ? size : -1) };
  }
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return { ...answer, body: emptyBody };
  const said = at(content, 'text');
  // `bodySize` is the last resort: tools add headers and chunk endings to it.
  const stated = said === '' || size > 0 ? size : (numberAt(response, 'bodySize') ?? -1);
  return { ...answer, body: isEmpty(listed, { said, size: stated }) ? emptyBody : undefined };
}

/** Checks that a missing text means an empty body. The sender's headers count first, then the recorder's sizes. */
function isEmpty(headers: HeaderList, { said, size }: { readonly said: unknown; readonly size: number }): boolean {
  const stated = headerOf(headers, 'content-length');
  if (stated !== undefined) return stated === '0';
  // A proxy that streams a body records it as empty; a typed answer has a body.
  if (said === null || headerOf(headers, 'content-type') !== undefined) return false;
  return size === 0 || (said === '' && size < 0);
}

function completed(headers: HeaderList, response: JsonObject, content: JsonObject | undefined): HeaderList {
  const location = stringAt(response, 'redirectURL') ?? '';
  const type = stringAt(content, 'mimeType') ?? '';
  return [
    ...headers,
    ...(location !== '' && headerOf(headers, 'location') === undefined ? [['location', location] as const] : []),
    // If other headers exist without a type, a browser guessed the type.
    ...(!NO_TYPE.has(type) && headers.length === 0 ? [['content-type', type] as const] : []),
  ];
}

const NO_TYPE: ReadonlySet<string> = new Set([
  '',
  'x-unknown',
  'application/octet-stream',
  'application/x-unknown-content-type',
]);
