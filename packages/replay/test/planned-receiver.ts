import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a receiver does with one delivery: answers a status, or says nothing. */
export type PlannedReaction = number | { readonly status: number; readonly text: string } | 'silence' | 'reset';

/** One delivery that arrived whole. */
export interface ArrivedDelivery {
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

/** A real server that answers by plan, 204 where the plan ends. */
export interface PlannedReceiver {
  readonly url: string;
  readonly arrived: ArrivedDelivery[];
  /** Reactions still to come. */
  readonly plan: PlannedReaction[];
  /** Resolves once that many deliveries have arrived. */
  count(arrivals: number): Promise<void>;
  close(): Promise<void>;
}

export async function plannedReceiver(plan: PlannedReaction[] = []): Promise<PlannedReceiver> {
  const arrived: ArrivedDelivery[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      arrived.push({ headers: request.headers, rawHeaders: request.rawHeaders, body: Buffer.concat(chunks) });
      const reaction = plan.shift() ?? 204;
      if (reaction === 'reset') request.socket.resetAndDestroy();
      else if (typeof reaction === 'object') {
        response.writeHead(reaction.status, { 'content-type': 'application/json' }).end(reaction.text);
      } else if (reaction !== 'silence') response.writeHead(reaction).end();
      for (const { count, resolve } of waiting) if (arrived.length >= count) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A server that listens on a port has an address with one.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    arrived,
    plan,
    count: (count) =>
      new Promise((resolve) => {
        if (arrived.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
