import { Agent as HttpAgent, request as httpRequest, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

import { pairsOf, type RawHeaders } from './end-to-end-headers.ts';

/** Idle time of a connection: shorter than on servers, to avoid stale ones. */
const IDLE_MS = 4000;
/** Largest header section, well above that of services. */
export const MAX_HEADER_BYTES: number = 64 * 2 ** 10;

/** A server that calls are forwarded to. */
export interface Upstream {
  /** Without a trailing slash. */
  readonly address: string;
  /** Starts a request on a path below the address. */
  request(options: { readonly method: string; readonly path: string; readonly headers: RawHeaders }): ClientRequest;
  close(): void;
}

/**
 * Creates a client of a server. Connections are reused; https certificates are always verified, whatever the
 * environment says.
 *
 * @param address An http or https address without credentials, query or trailing slash.
 * @param options `ca`: certificates to trust instead of those of Node.js.
 */
export function openUpstream(address: string, { ca }: { readonly ca?: string | undefined } = {}): Upstream {
  const { protocol, hostname, port, host, pathname } = new URL(address);
  const isSecure = protocol === 'https:';
  const keeping = { keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' } as const;
  const tls = { rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) };
  const agent = isSecure ? new HttpsAgent({ ...keeping, ...tls }) : new HttpAgent(keeping);
  const base = pathname.replace(/(?<!\/)\/+$/, '');
  return {
    address,
    request: ({ method, path, headers }) =>
      (isSecure ? httpsRequest : httpRequest)({
        agent,
        hostname: hostname.replace(/^\[|\]$/g, ''),
        ...(port === '' ? {} : { port }),
        method,
        path: base + path,
        headers: ['Host', host, ...pairsOf(headers).flatMap(([name, value]) => (isHost(name) ? [] : [name, value]))],
        maxHeaderSize: MAX_HEADER_BYTES,
        setHost: false,
      }),
    close: () => agent.destroy(),
  };
}

function isHost(name: string): boolean {
  return name.toLowerCase() === 'host';
}
