import { requestPath } from '../capture/request-path.ts';

/** A request as it travelled over HTTP/1.1, taken apart. */
export interface HttpMessage {
  readonly method: string;
  readonly path: string;
  readonly headers: [string, string][];
  readonly body: Buffer;
  /** False where the message has fewer bytes than it says. */
  readonly isComplete: boolean;
}

/** Reads a request from its bytes. @returns `undefined` where they are none. */
export function parseHttpMessage(bytes: Buffer): HttpMessage | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const [start = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const [, method = '', target = ''] = /^([A-Z]+) (\S+) HTTP\/\d/.exec(start) ?? [];
  if (method === '') return undefined;
  const headers = lines.flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()]];
  });
  const valueOf = (name: string): string | undefined => headers.find(([each]) => each.toLowerCase() === name)?.[1];
  const rest = bytes.subarray(end + 4);
  if (valueOf('transfer-encoding')?.toLowerCase().includes('chunked') === true) {
    return { method, path: requestPath(target), headers, ...unchunked(rest) };
  }
  const length = Number(valueOf('content-length') ?? rest.length);
  const body = Number.isSafeInteger(length) ? rest.subarray(0, length) : rest;
  return {
    method,
    path: requestPath(target),
    headers,
    body,
    isComplete: !Number.isSafeInteger(length) || body.length === length,
  };
}

function unchunked(bytes: Buffer): Pick<HttpMessage, 'body' | 'isComplete'> {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = bytes.indexOf('\r\n', at);
    const size = end === -1 ? Number.NaN : Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    if (Number.isNaN(size)) return { body: Buffer.concat(parts), isComplete: false };
    if (size === 0) return { body: Buffer.concat(parts), isComplete: true };
    const part = bytes.subarray(end + 2, end + 2 + size);
    parts.push(part);
    if (part.length < size) return { body: Buffer.concat(parts), isComplete: false };
    at = end + 2 + size + 2;
  }
}
