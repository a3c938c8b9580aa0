import { createServer } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import { isLoopback, listen as startListening, stopListening } from '@idvkit/delivery';

import type { Exposure, SocketEnv } from './portal/refuse-strangers.ts';

/** Where to listen. */
export interface ListenOptions {
  /** Default 0: any that is free. */
  readonly port?: number;
  /** Default 127.0.0.1. Any address that other machines reach takes `portalToken`. */
  readonly host?: string;
  /** Token that every call of the portal must then carry, as a Bearer token. */
  readonly portalToken?: string;
}

/** A mock that listens. */
export interface Listening {
  /** Base URL for clients, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Stops listening and cuts the connections that are open. */
  close(): Promise<void>;
}

type Fetch = (request: Request, bindings: SocketEnv['Bindings']) => Promise<Response>;

/**
 * Serves requests over HTTP. @throws the error of the system: the port is in use, for instance.
 * @throws {RangeError} for an address that other machines reach, without a portal token.
 */
export async function listen(fetch: Fetch, options: ListenOptions): Promise<Listening> {
  const { port = 0, host = '127.0.0.1', portalToken } = options;
  const loopback = isLoopback(host);
  if (!loopback && portalToken === undefined) {
    throw new RangeError(`Listening on ${host} takes portalToken: other machines would reach the portal`);
  }
  const exposure: Exposure = { loopback, ...(portalToken !== undefined && { portalToken }) };
  const listener = getRequestListener((request) => fetch(request, { exposure }), { overrideGlobalObjects: false });
  const server = createServer((request, response) => void listener(request, response));
  const listensOn = await startListening(server, { port, host });
  let closed: Promise<void> | undefined;
  return {
    url: `http://${reachable(host)}:${listensOn}`,
    port: listensOn,
    close: () => (closed ??= stopListening(server)),
  };
}

/** How this machine itself reaches an address that was listened on. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
