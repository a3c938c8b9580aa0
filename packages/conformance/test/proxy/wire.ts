import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** A server that a test answers with, on a free port. */
export interface Answering {
  readonly url: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

export async function answering(listener: RequestListener): Promise<Answering> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Sends bytes as they are and gives what came back until the connection closed. */
export async function exchangeBytes(url: string, bytes: string | Uint8Array): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  return text;
}

/** Makes a call and reads its answer to the end. */
export async function call(
  url: string,
  options: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: Uint8Array | string;
  } = {},
): Promise<{ readonly answer: IncomingMessage; readonly body: Buffer }> {
  const { method = 'GET', headers = {}, body } = options;
  const outgoing = request(url, { method, headers });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return { answer, body: Buffer.concat(chunks) };
}
