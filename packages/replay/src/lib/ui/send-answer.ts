import type { ServerResponse } from 'node:http';

import { ArchiveError } from '@idvkit/archive';
import { systemErrorState } from '@idvkit/cli-kit';

import type { RevealedPart } from './revealed-bytes.ts';
import { UiError } from './ui-error.ts';

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/** Answers a part of a body, and says which of how many bytes it is. */
export function sendPart(response: ServerResponse, { bytes, start }: RevealedPart, total: string): void {
  response.writeHead(206, {
    'content-type': 'application/octet-stream',
    'content-length': bytes.length,
    'content-range': `bytes ${start}-${start + bytes.length - 1}/${total}`,
  });
  response.end(bytes);
}

/** Answers an error in one sentence, without details of a library, which could have parts of a body or a path. */
export function sendError(response: ServerResponse, error: unknown): void {
  if (error instanceof UiError) return sendJson(response, { error: error.message }, error.status);
  if (error instanceof ArchiveError) return sendJson(response, { error: `${error.message}.` }, 404);
  sendJson(response, { error: `The archive cannot be read: ${systemErrorState(error)}.` }, 500);
}
