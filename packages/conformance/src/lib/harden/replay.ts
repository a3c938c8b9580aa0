import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

import { createTestClock, listen, stopListening } from '@idvkit/delivery';
import { createMock, type MockOptions } from '@idvkit/mock';
import { Agent } from 'undici';

import { callText, type Recording, type SentRequest } from './recording.ts';

/** A message that a client received. */
export interface ReceivedMessage {
  /** Distinguishes the messages of a run; the same in every run: `response 3`, `delivery 3 http://… 1`. */
  readonly key: string;
  /** In words: `POST create`, `submit_form delivery`. */
  readonly call: string;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Repeats recordings against mocks. One receiver serves all replays, one after the other. */
export interface Replayer {
  /** Returns what the client would receive, in order. Equal options give equal bytes. */
  readonly replay: (recording: Recording, options: Pick<MockOptions, 'faults' | 'variations'>) => Promise<ReplayedRun>;
  readonly close: () => Promise<void>;
}

export interface ReplayedRun {
  readonly received: readonly ReceivedMessage[];
  /** Calls of endpoints with their statuses, sorted. */
  readonly calls: readonly string[];
}

interface ArrivedDelivery {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Opens a receiver for replays, on a free port. */
export async function openReplayer(seed: number): Promise<Replayer> {
  let arrived: ArrivedDelivery[] = [];
  let statusOf: (url: string) => number = () => 204;
  const receive = async (request: IncomingMessage): Promise<number> => {
    const body = (await buffer(request)).toString();
    const { method = '', headers, url: path = '' } = request;
    const url = `http://${headers.host ?? ''}${path}`;
    const status = statusOf(url);
    if (status !== 0) arrived.push({ url, method, headers: plain(headers), body });
    return status;
  };
  const server = createServer((request, response) => {
    void receive(request).then((status) => (status === 0 ? response.destroy() : response.writeHead(status).end()));
  });
  const port = await listen(server, { port: 0, host: '127.0.0.1' });
  const agent = new Agent({
    connect: (_, callback) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => callback(null, socket)).once('error', (error) => callback(error, null));
    },
  });

  const replay: Replayer['replay'] = async ({ startedAt, ms, requests, answers }, options) => {
    arrived = [];
    statusOf = answersOf(answers);
    const clock = createTestClock({ now: startedAt });
    const calls: string[] = [];
    const observer: MockOptions['observer'] = { onCall: (_, call) => void calls.push(callText(call)) };
    const mock = createMock({ ...options, seed, timeSource: clock, dispatcher: agent, observer });
    const settle = async (): Promise<void> => {
      for (const { id } of mock.portal.index().workspaces) await mock.portal.workspace(id).advance({ ms: 0 });
    };
    const moveTo = (afterMs: number): Promise<void> =>
      clock.advance(Math.max(0, startedAt + afterMs - clock.now()), settle);
    const received: ReceivedMessage[] = [];
    const collect = (step: number): void => {
      received.push(...deliveriesOf(arrived, step));
      arrived = [];
    };
    for (const [step, request] of requests.entries()) {
      await moveTo(request.afterMs);
      collect(step);
      const response = await mock.fetch(requestOf(request));
      const body = await response.text();
      if (!isPortal(request)) received.push(messageOf({ request, response, body, step }));
    }
    await moveTo(ms);
    await settle();
    collect(requests.length);
    await mock.close();
    return { received, calls: calls.toSorted() };
  };
  return {
    replay,
    close: async () => {
      await agent.close();
      await stopListening(server);
    },
  };
}

/** Answers as the client's receivers did; then as they did last. */
function answersOf(recorded: Recording['answers']): (url: string) => number {
  const counts = new Map<string, number>();
  return (url) => {
    const count = counts.get(url) ?? 0;
    counts.set(url, count + 1);
    const known = recorded.get(url) ?? [];
    return known[count] ?? known.findLast((status) => status !== 0) ?? 204;
  };
}

function requestOf({ method, url, headers, body }: SentRequest): Request {
  return new Request(url, { method, headers: headers.map(([name, value]) => [name, value]), ...(body && { body }) });
}

/** The portal is not part of the service: what it answers no fault breaks. */
function isPortal({ url }: SentRequest): boolean {
  return new URL(url).pathname.startsWith('/_portal');
}

function messageOf({
  request,
  response,
  body,
  step,
}: {
  readonly request: SentRequest;
  readonly response: Response;
  readonly body: string;
  readonly step: number;
}): ReceivedMessage {
  return {
    key: `response ${step}`,
    call: callOf(request),
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body,
  };
}

/** Deliveries that arrive together come in any order. */
function deliveriesOf(arrived: readonly ArrivedDelivery[], step: number): readonly ReceivedMessage[] {
  const counts = new Map<string, number>();
  return arrived
    .toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))
    .map(({ url, method, headers, body }) => {
      const number = (counts.get(url) ?? 0) + 1;
      counts.set(url, number);
      return {
        key: `delivery ${step} ${url} ${number}`,
        call: `${typeIn(body)} delivery`,
        status: undefined,
        headers: { ...headers, ':method': method },
        body,
      };
    });
}

function sortKey({ url, body }: ArrivedDelivery): string {
  return `${url}\n${typeIn(body)}\n${body}`;
}

function typeIn(body: string): string {
  return /"type":\s*"(\w{1,40})"/.exec(body)?.[1] ?? 'unreadable';
}

/** Endpoints by the end of their paths. */
const CALLS: readonly (readonly [RegExp, string])[] = [
  [/\/create\/?$/, 'create'],
  [/\/result\/?$/, 'result'],
  [/\/info\/?$/, 'info'],
  [/\/submit\/?$/, 'submit'],
  [/\/hook-submit\/?$/, 'resend'],
  [/\/image\/?$/, 'signed image'],
  [/\/form\//, 'hosted form'],
];

function callOf({ method, url }: SentRequest): string {
  const { pathname } = new URL(url);
  return `${method} ${CALLS.find(([path]) => path.test(pathname))?.[1] ?? 'another address'}`;
}

function plain(headers: IncomingMessage['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
