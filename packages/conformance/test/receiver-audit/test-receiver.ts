import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { at, stringAt } from '@idvkit/json';

import { watchDeliveries } from './deliveries-under-way.ts';

/** The secret that the receiver expects. */
export const SECRET = 'Wh-s3cret-Abc9';

/** What a receiver decides, one by one, so that a faulty one decides a single thing differently. */
export interface Decisions {
  /** The status for an Authorization header that does not let the delivery in; undefined lets it in. */
  readonly refuse: (authorization: string | undefined) => number | undefined;
  /** Whether a delivery that `refuse` does not let in is let in for the type of its event. */
  readonly spares: (type: string | undefined, authorization: string | undefined) => boolean;
  /** Bytes that it takes. */
  readonly maxBytes: number;
  /** The status for a body that is not JSON. `crash` takes the server down. */
  readonly notJson: number | 'crash';
  /** Looks at a whole body; undefined has it processed and acknowledged. */
  readonly look: (body: unknown, seen: ReadonlyMap<string, number>) => number | undefined;
  /** Under which key a body is processed once; undefined processes it without remembering. */
  readonly key: (body: unknown, text: string) => string | undefined;
  /** Which events are remembered under that key. */
  readonly remembers: 'submissions' | 'every-event';
  /** The status for a submission that was processed before. */
  readonly duplicate: number;
  /** Whether every delivery that is under way looks its key up before one that did stores it. */
  readonly races: boolean;
  /** Called when a body has arrived, before it is answered. */
  readonly arrived: (bytes: number) => Promise<void>;
  /** Whether answers have a body that never ends. */
  readonly openEnded: boolean;
  /** Answers a delivery in the place of all that, where it returns true; `number` counts from 1. */
  readonly instead: ((request: IncomingMessage, response: ServerResponse, number: number) => boolean) | undefined;
}

const correct: Decisions = {
  refuse: (authorization) => (authorization === `Bearer ${SECRET}` ? undefined : 401),
  spares: () => false,
  maxBytes: Number.POSITIVE_INFINITY,
  notJson: 400,
  look: () => undefined,
  key: (body) => `${stringAt(body, 'application', 'slug')}|${stringAt(body, 'application', 'submitted_at')}`,
  remembers: 'submissions',
  duplicate: 200,
  races: false,
  arrived: () => Promise.resolve(),
  openEnded: false,
  instead: undefined,
};

/** A receiver on loopback. `processed` counts submissions, as a probe at `/processed` tells. */
export interface TestReceiver extends AsyncDisposable {
  readonly url: string;
  readonly probe: string;
  readonly processed: number;
  readonly deliveries: number;
}

/** Starts a receiver that does everything right but for what `decisions` say. */
export async function startReceiver(decisions: Partial<Decisions> = {}): Promise<TestReceiver> {
  const decide = { ...correct, ...decisions };
  const seen = new Map<string, number>();
  let processed = 0;
  let deliveries = 0;
  const server = createServer((request, response) => {
    const looked = underWay.looking(request.method);
    void handle(request, response, looked)
      .catch(() => response.destroy())
      .finally(looked);
  });

  async function handle(request: IncomingMessage, response: ServerResponse, looked: () => void): Promise<void> {
    if (request.url === '/processed') return void response.end(JSON.stringify({ count: processed }));
    deliveries += 1;
    if (decide.instead?.(request, response, deliveries) === true) return;
    const refused = decide.refuse(request.headers.authorization);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request) {
      // The request was given no encoding, so its parts are buffers.
      const part = chunk as Buffer;
      size += part.byteLength;
      if (size <= decide.maxBytes) chunks.push(part);
    }
    await decide.arrived(size);
    const answer = (status: number): void => {
      response.writeHead(status === 204 && decide.openEnded ? 200 : status);
      if (decide.openEnded) response.write('processed');
      else response.end();
    };
    const text = Buffer.concat(chunks).toString();
    const type = /"type":"([^"]*)"/.exec(text)?.[1];
    if (refused !== undefined && !decide.spares(type, request.headers.authorization)) return answer(refused);
    if (size > decide.maxBytes) return answer(413);
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      if (decide.notJson !== 'crash') return answer(decide.notJson);
      response.destroy();
      server.close();
      server.closeAllConnections();
      return;
    }
    answer(await take(body, text, looked));
  }

  async function take(body: unknown, text: string, looked: () => void): Promise<number> {
    const status = decide.look(body, seen);
    if (status !== undefined) return status;
    seen.set(`slug:${stringAt(body, 'application', 'slug')}`, createdAt(body));
    const isSubmission = at(body, 'event', 'type') === 'submit_form';
    if (!isSubmission && decide.remembers === 'submissions') return 204;
    const key = decide.key(body, text);
    const known = key !== undefined && seen.has(key);
    looked();
    if (decide.races) await underWay.allLooked();
    if (known) return isSubmission ? decide.duplicate : 204;
    if (key !== undefined) seen.set(key, 0);
    if (isSubmission) processed += 1;
    return 204;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  const underWay = watchDeliveries(origin);
  return {
    url: `${origin}/hooks/idv`,
    probe: `${origin}/processed`,
    get processed() {
      return processed;
    },
    get deliveries() {
      return deliveries;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        underWay.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function createdAt(body: unknown): number {
  return Date.parse(stringAt(body, 'event', 'created_at') ?? '');
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
