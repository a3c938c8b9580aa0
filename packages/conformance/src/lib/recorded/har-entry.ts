import { headerOf } from '../observation/headers.ts';
import { arrayAt, at, isObject, objectAt, stringAt, type JsonObject } from '../observation/json.ts';
import { emptyBody } from '../observation/message-body.ts';
import type { HeaderList } from '../observation/observation.ts';
import type { BodyKeeper, RecordedBody } from './body-keeper.ts';

/** One request of a recording and what came back, before anything is made of it. */
export interface RecordedCall {
  readonly at: number;
  readonly durationMs: number;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: HeaderList;
  readonly requestBody: RecordedBody;
  /** Absent where no answer came. */
  readonly answer?: {
    readonly status: number;
    readonly headers: HeaderList;
    readonly body: RecordedBody;
  };
  /** Why there is no whole answer, where whoever recorded it knows. */
  readonly failure?: string;
  /** Number of the call among all that were recorded, where they are numbered; it names the observation. */
  readonly number?: number;
}

/** Why an entry is none, as the end of a sentence. */
export type NoEntry = { readonly problem: string };

/** Reads an entry of an HTTP archive. Members that are not needed may be missing or odd, as exporters differ. */
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
  const isAnswered = response !== undefined && typeof status === 'number' && Number.isInteger(status) && status >= 100;
  return {
    at: moment,
    durationMs: Math.max(0, numberAt(entry, 'time') ?? 0),
    method,
    url,
    requestHeaders,
    requestBody: requestBody(request, requestHeaders, method, keeper),
    ...(isAnswered ? { answer: { status, ...answerOf(response, status, method, keeper) } } : {}),
  };
}

/** Whether an answer came out of a browser's cache, or to a question whether what is cached still holds. */
export function isCached(entry: unknown, { requestHeaders }: RecordedCall): boolean {
  if (at(entry, '_fromCache') !== undefined || at(entry, 'response', '_fetchedViaServiceWorker') === true) return true;
  return ['if-none-match', 'if-modified-since'].some((name) => headerOf(requestHeaders, name) !== undefined);
}

/** Names and values as the archive lists them, without the pseudo headers of HTTP/2. */
function headersOf(message: JsonObject): HeaderList {
  return (arrayAt(message, 'headers') ?? []).flatMap((header) => {
    const name = stringAt(header, 'name');
    const value = stringAt(header, 'value');
    return name === undefined || name.startsWith(':') || value === undefined ? [] : [[name, value] as const];
  });
}

function requestBody(request: JsonObject, headers: HeaderList, method: string, keeper: BodyKeeper): RecordedBody {
  const posted = objectAt(request, 'postData');
  const text = stringAt(posted, 'text');
  const size = numberAt(request, 'bodySize') ?? -1;
  if (text !== undefined && (text !== '' || size <= 0)) return keeper.text(text, at(posted, 'encoding'), size);
  if (method === 'GET' || method === 'HEAD') return emptyBody;
  const stated = headerOf(headers, 'content-length');
  if (posted === undefined && (size === 0 || (size < 0 && stated === '0'))) return emptyBody;
  return undefined;
}

function answerOf(
  response: JsonObject,
  status: number,
  method: string,
  keeper: BodyKeeper,
): { readonly headers: HeaderList; readonly body: RecordedBody } {
  const listed = headersOf(response);
  const content = objectAt(response, 'content');
  const headers = completed(listed, response, content);
  const text = stringAt(content, 'text');
  const size = numberAt(content, 'size') ?? -1;
  if (text !== undefined && (text !== '' || size <= 0)) {
    return { headers, body: keeper.text(text, at(content, 'encoding'), size) };
  }
  const isBodiless = method === 'HEAD' || status < 200 || status === 204 || status === 304;
  const travelled = numberAt(response, 'bodySize') ?? -1;
  const stated = headerOf(listed, 'content-length');
  const isEmpty = size <= 0 && (travelled === 0 || (travelled < 0 && stated === '0'));
  return { headers, body: isBodiless || (isEmpty && (stated ?? '0') === '0') ? emptyBody : undefined };
}

/** Headers that an exporter tells in members of their own. */
function completed(headers: HeaderList, response: JsonObject, content: JsonObject | undefined): HeaderList {
  const location = stringAt(response, 'redirectURL') ?? '';
  const type = stringAt(content, 'mimeType') ?? '';
  return [
    ...headers,
    ...(location !== '' && headerOf(headers, 'location') === undefined ? [['location', location] as const] : []),
    ...(isType(type) && headerOf(headers, 'content-type') === undefined ? [['content-type', type] as const] : []),
  ];
}

/** Exporters write these where there was no type. */
function isType(type: string): boolean {
  return type !== '' && type !== 'x-unknown' && type !== 'application/octet-stream';
}

function numberAt(value: unknown, key: string): number | undefined {
  const found = isObject(value) ? value[key] : undefined;
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}
