import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts a server.
 *
 * @returns The port that it listens on, which the system chooses for port 0.
 * @throws the error of the system: the port is in use, for instance.
 */
export async function listen(
  server: Server,
  options: { readonly port: number; readonly host: string; readonly backlog?: number },
): Promise<number> {
  server.listen(options);
  await once(server, 'listening');
  // A server that listens on a port has an address with one.
  return (server.address() as AddressInfo).port;
}

/** Stops a server and cuts the connections that are open. */
export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}
