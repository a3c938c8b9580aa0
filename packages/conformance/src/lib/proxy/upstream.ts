import { Agent as HttpAgent, request as httpRequest, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

import { pairsOf, type RawHeaders } from '../observe/headers.ts';

/** Idle time of a connection: shorter than on servers, to avoid stale ones. */
const IDLE_MS = 4000;
export const MAX_HEADER_BYTES: number = 64 * 2 ** 10;

export interface Upstream {
  readonly address: string;
  request(options: { readonly method: string; readonly path: string; readonly headers: RawHeaders }): ClientRequest;
  close(): void;
}

/** Creates a client that reuses connections. Certificates are always verified, whatever the environment says. */
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
