import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a receiver does with one delivery: answers a status, says nothing, or drops the connection. */
export type Reaction = number | 'silence' | 'reset';

export interface Arrival {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingMessage['headers'];
  /** Names and values in turn, as they travelled. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
  /** Answers a delivery that was met with silence. */
  answer(status: number): void;
  /** Resolves when the sender gave the connection up before an answer. */
  readonly dropped: Promise<void>;
}

export interface ScriptedReceiver {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** How many deliveries have been met with silence so far. */
  readonly silences: number;
  /** Resolves with the nth delivery, counting from 1, once its body is there. */
  arrival(nth: number): Promise<Arrival>;
  close(): Promise<void>;
}

/** A real server that reacts to one delivery after the other as it is told. */
export async function scriptedReceiver(
  reactions: readonly Reaction[],
  answer?: (response: ServerResponse, status: number) => void,
): Promise<ScriptedReceiver> {
  const arrivals: Arrival[] = [];
  let silences = 0;
  const waiting = new Map<number, (arrival: Arrival) => void>();
  const reply = answer ?? ((response: ServerResponse, status: number) => void response.writeHead(status).end());
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const dropped = new Promise<void>((resolve) => {
        response.once('close', () => {
          if (!response.writableEnded) resolve();
        });
      });
      const { method, url: path, headers, rawHeaders } = request;
      const body = Buffer.concat(chunks).toString();
      const arrival: Arrival = {
        method,
        path,
        headers,
        rawHeaders,
        body,
        dropped,
        answer: (status) => reply(response, status),
      };
      const nth = arrivals.push(arrival);
      const reaction = reactions[nth - 1] ?? 204;
      if (reaction === 'reset') request.socket.resetAndDestroy();
      else if (reaction === 'silence') silences += 1;
      else reply(response, reaction);
      waiting.get(nth)?.(arrival);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A listening server on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks/idv?v=1`,
    arrivals,
    get silences() {
      return silences;
    },
    arrival: (nth) => {
      const there = arrivals[nth - 1];
      return there === undefined ? new Promise((resolve) => waiting.set(nth, resolve)) : Promise.resolve(there);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
