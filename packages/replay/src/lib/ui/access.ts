import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

import { UiError } from './asked.ts';

/**
 * Checks that a request came for this very address: not for a name that points at loopback, nor from another page.
 * @throws {UiError} 403, 421.
 */
export function requireSameOrigin(headers: IncomingHttpHeaders, port: number): void {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, ...(port === 80 ? ['127.0.0.1', 'localhost'] : [])];
  const { host, origin, 'sec-fetch-site': site = 'none' } = headers;
  if (host === undefined || !hosts.includes(host.toLowerCase())) {
    throw new UiError(421, 'This page answers only to 127.0.0.1 and localhost.');
  }
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    throw new UiError(403, 'Another page asked.');
  }
  if (site !== 'same-origin' && site !== 'none') throw new UiError(403, 'Another site asked.');
}

/** Checks the token of a request, in constant time. @throws {UiError} 401. */
export function requireToken(headers: IncomingHttpHeaders, token: string): void {
  const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  if (timingSafeEqual(digest(given), digest(token))) return;
  throw new UiError(401, 'Open the address that idvkit ui printed: its token is missing or wrong.');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
