import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface HostileTarget {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/** Listens and forgets nobody: what is still connected is cut off with the server. */
export async function listenAnywhere(server: Server): Promise<HostileTarget> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A listening server on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** A target that speaks HTTP. Requests are read to their end before it answers. */
export function httpTarget(listener: RequestListener): Promise<HostileTarget> {
  return listenAnywhere(
    createServer((request, response) => {
      request.on('error', () => {}).resume();
      request.on('end', () => listener(request, response));
    }),
  );
}

/** A target that does what it likes with the bare connection. */
export function socketTarget(connected: (socket: Socket) => void): Promise<HostileTarget> {
  return listenAnywhere(createSocketServer(connected));
}
