import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A delivery as it came in. */
export interface Received {
  readonly method: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly text: string;
  /** The JSON in it. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** A client's webhook endpoint that answers by plan. */
export interface TestReceiver {
  readonly url: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/**
 * Starts a receiver.
 *
 * @param plan Statuses to answer with in turn, the last of them for all that follow; 'never' leaves a delivery without an
 *   answer.
 */
export async function startReceiver(...plan: readonly (number | 'never')[]): Promise<TestReceiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => answerTo(request, Buffer.concat(chunks).toString(), response));
  });
  const answerTo = (request: IncomingMessage, text: string, response: ServerResponse): void => {
    const answer = plan[received.length] ?? plan.at(-1) ?? 204;
    const { authorization, 'content-type': contentType } = request.headers;
    received.push({ method: request.method ?? '', authorization, contentType, text, json: JSON.parse(text) });
    if (answer !== 'never') response.writeHead(answer).end();
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
