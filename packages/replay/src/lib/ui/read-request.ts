import type { IncomingMessage } from 'node:http';
import { addAbortSignal } from 'node:stream';

import { parsePointer } from '@idvkit/json';
import type * as z from 'zod';

import { UiError } from './ui-error.ts';

/** Bytes of a request's body; the page's own are far smaller. */
const MAX_REQUEST_BYTES = 65_536;

/** Reads what was asked, until `signal` aborts. @throws {UiError} 400, 413 or 415 if it does not fit `schema`. */
export async function readJson<Schema extends z.ZodType>(
  request: IncomingMessage,
  schema: Schema,
  signal: AbortSignal,
): Promise<z.output<Schema>> {
  if (request.headers['content-type'] !== 'application/json') throw new UiError(415, 'Ask with application/json.');
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of addAbortSignal(signal, request) as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_REQUEST_BYTES) throw new UiError(413, 'The request is too large.');
    parts.push(part);
  }
  let json: unknown;
  try {
    json = JSON.parse(Buffer.concat(parts).toString());
  } catch (cause) {
    throw new UiError(400, 'The request is not JSON.', { cause });
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UiError(400, `Cannot use ${issue?.path.join('.') ?? 'the request'}: ${issue?.message ?? 'unknown'}.`);
}

/** Reads a JSON pointer of an address. @throws {UiError} 400 if it is none. */
export function readPointer(text: string): readonly string[] {
  try {
    return parsePointer(text);
  } catch (cause) {
    throw new UiError(400, `${cause instanceof Error ? cause.message : 'No JSON pointer'}.`, { cause });
  }
}
