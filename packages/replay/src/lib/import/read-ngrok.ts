import { z } from 'zod';

import { parseHttpMessage } from './http-message.ts';
import { bodyOf, momentOf, type ImportedPart, type ImportReader } from './imported.ts';
import { jsonElements } from './json-elements.ts';

const captured = z.object({
  start: z.unknown().optional(),
  request: z.object({ raw: z.string() }),
  response: z.object({ status_code: z.number().optional() }).nullish(),
});

/**
 * Reads what ngrok's inspector gives at `/api/requests/http`, or one of those requests. The bytes on the wire are in it, so
 * headers keep their order and case, and the body is what travelled.
 */
export const readNgrok: ImportReader = async function* readNgrok(input) {
  const isList = (path: readonly (string | number)[]): boolean => path.length === 2 && path[0] === 'requests';
  const isOwn = (path: readonly (string | number)[]): boolean => path.length === 1 && path[0] !== 'requests';
  const single: Record<string, unknown> = {};
  for await (const { value, path, line } of jsonElements(input, (path) => isList(path) || isOwn(path))) {
    if (isList(path)) yield partOf(value, line);
    else single[String(path[0])] = value;
  }
  if ('request' in single) yield partOf(single, 1);
};

function partOf(value: unknown, line: number): ImportedPart {
  const read = captured.safeParse(value);
  const message = read.success ? parseHttpMessage(Buffer.from(read.data.request.raw, 'base64')) : undefined;
  if (!read.success || message === undefined) {
    return { kind: 'skipped', why: `the request at line ${line} has no bytes of a request` };
  }
  const { method, path, headers, body, isComplete } = message;
  if (body.length === 0) return { kind: 'skipped', why: 'requests without a body' };
  const status = read.data.response?.status_code;
  return {
    kind: 'delivery',
    delivery: {
      method,
      path,
      headers,
      body: bodyOf(body),
      receivedAt: momentOf(read.data.start),
      ...(status !== undefined && status >= 100 && { answer: status }),
      fidelity: 'wire',
      isComplete,
    },
  };
}
