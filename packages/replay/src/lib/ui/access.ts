import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** Why a request is refused. */
export interface Refusal {
  readonly status: 401 | 403 | 421;
  readonly message: string;
}

/**
 * Headers of every answer: nothing is loaded from elsewhere, nothing is kept, nobody frames the page, and only files of ours are
 * scripts.
 */
export const guardHeaders: Readonly<OutgoingHttpHeaders> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * Refuses what did not come for this very address. A name that somebody else's DNS points at loopback is not it, nor is a page
 * of another origin.
 *
 * @param port Port that the server listens on.
 */
export function refuseStranger(headers: IncomingHttpHeaders, port: number): Refusal | undefined {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`, ...(port === 80 ? ['127.0.0.1', 'localhost'] : [])];
  const { host, origin } = headers;
  if (host === undefined || !hosts.includes(host.toLowerCase())) {
    return { status: 421, message: 'This page answers to 127.0.0.1 and localhost alone.' };
  }
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    return { status: 403, message: 'Another page asked.' };
  }
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return { status: 403, message: 'Another site asked.' };
  }
  return undefined;
}

/** Refuses whoever does not know the token. The time that takes says nothing about it. */
export function refuseToken(headers: IncomingHttpHeaders, token: string): Refusal | undefined {
  const given = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  if (timingSafeEqual(digest(given), digest(token))) return undefined;
  return { status: 401, message: 'Open the address that idv-replay ui printed: its token is missing or wrong.' };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
