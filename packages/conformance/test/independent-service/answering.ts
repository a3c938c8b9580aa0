import type { ServerResponse } from 'node:http';

/** What is answered to a call. */
export interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
}

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  422: 'Unprocessable Entity',
  461: 'Insufficient Credit',
};

/** The envelope of most errors. */
export function failure(status: number, detail: unknown): Answer {
  return { status, json: { error: { detail, message: REASONS[status] ?? 'Error', status_code: status } } };
}

export const unauthorized = (): Answer => failure(401, 'No permission -- see authorization schemes');
export const forbidden = (): Answer => failure(403, 'Request forbidden -- authorization will not help');
export const missing = (): Answer => failure(404, 'There is nothing under this address.');

/** Sends an answer, JSON in pieces of no particular length and with the charset in its type. */
export function send(
  response: ServerResponse,
  { status, headers = {}, json, bytes }: Answer,
  write = (body: unknown): string => JSON.stringify(body, undefined, 1),
): void {
  if (json === undefined) {
    response.writeHead(status, { ...(bytes && { 'Content-Type': 'image/png' }), ...headers }).end(bytes);
    return;
  }
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    Vary: 'Accept-Language',
    ...headers,
  });
  const text = Buffer.from(write(json));
  for (let from = 0; from < text.length; from += 4093) response.write(text.subarray(from, from + 4093));
  response.end();
}
