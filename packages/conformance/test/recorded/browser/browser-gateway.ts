import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import type { Browser } from '@idvkit/test-browser';

import { makeCall } from './in-page.ts';

/** Stands before a service and has a page of a browser make each call that it gets. */
export interface BrowserGateway extends AsyncDisposable {
  /** Address of the gateway, and of the service as far as anybody can tell. */
  readonly url: string;
  /** How many calls the browser has made. */
  readonly made: number;
  /** Calls that the browser did not make, or not as they were given, and what was wrong; those that it refused went straight. */
  readonly unlike: readonly string[];
  /** Ends the recording. @returns The HTTP archive that the browser's tools wrote, bodies included. */
  readonly archive: () => Promise<string>;
}

interface Message {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

interface Answer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** A call while the browser makes it. */
interface Pending {
  readonly given: Message;
  answer?: Answer;
}

/** Says which of the calls it was given the browser is making. */
const NUMBER = 'x-call-number';
/** Headers that hold for one connection alone, or say where it goes. */
const OF_CONNECTION = new Set(['host', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']);

/**
 * Starts a gateway and a page behind it.
 *
 * @param startService Starts the service, which is to take the address that it is given for its own, and gives where it listens.
 */
export async function openBrowserGateway(
  browser: Browser,
  startService: (publicUrl: string) => Promise<string>,
): Promise<BrowserGateway> {
  const pending = new Map<string, Pending>();
  const unlike: string[] = [];
  let made = 0;

  const server = createServer((incoming, outgoing) => void take(incoming, outgoing).catch(() => outgoing.destroy()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address with one.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const upstream = await startService(url);
  const folder = await mkdtemp(join(tmpdir(), 'idvkit-recorded-'));
  const path = join(folder, 'browser.har');
  const context = await browser.newContext({ recordHar: { path, content: 'embed' } });
  const page = await context.newPage();
  // Any page of the same origin will do, so that no call has to be asked for before.
  await page.goto(`${url}/nothing/`);

  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const message = await messageOf(incoming);
    const number = message.headers.find(([name]) => name === NUMBER)?.[1];
    const call = number === undefined ? undefined : pending.get(number);
    const isOfPage = message.headers.some(([name]) => name.toLowerCase() === 'sec-fetch-mode');
    if (call !== undefined) {
      unlike.push(...differences(call.given, message));
      call.answer = await passOn(upstream, message);
      answerWith(call.answer, outgoing);
    } else if (isOfPage || message.path.startsWith('/_portal')) {
      answerWith(await passOn(upstream, message), outgoing);
    } else answerWith(await throughPage(message), outgoing);
  }

  async function throughPage(given: Message): Promise<Answer> {
    made += 1;
    const number = String(made);
    const call: Pending = { given };
    pending.set(number, call);
    const objection = await page.evaluate(makeCall, {
      method: given.method,
      path: given.path,
      headers: [...endToEnd(given.headers), [NUMBER, number] as const],
      body: given.body.byteLength === 0 ? undefined : given.body.toString('base64'),
    });
    if (objection !== undefined) unlike.push(`${given.method} ${given.path}: ${objection}`);
    pending.delete(number);
    return call.answer ?? passOn(upstream, given);
  }

  let isRecording = true;
  const stopRecording = async (): Promise<void> => {
    if (isRecording) await context.close();
    isRecording = false;
  };
  return {
    url,
    get made() {
      return made;
    },
    unlike,
    archive: async () => {
      await stopRecording();
      return readFile(path, 'utf8');
    },
    [Symbol.asyncDispose]: async () => {
      await stopRecording();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await rm(folder, { recursive: true });
    },
  };
}

async function messageOf(incoming: IncomingMessage): Promise<Message> {
  const { method = '', url: path = '', rawHeaders } = incoming;
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : [],
  );
  return { method, path, headers, body: await buffer(incoming) };
}

function endToEnd(headers: Message['headers']): Message['headers'] {
  return headers.filter(([name]) => !OF_CONNECTION.has(name.toLowerCase()));
}

/** What of a call arrived otherwise than it was given. A browser adds headers of its own, and those count for nothing. */
function differences(given: Message, arrived: Message): readonly string[] {
  const values = new Map(arrived.headers.map(([name, value]) => [name.toLowerCase(), value]));
  // A page may not choose the encodings that its browser accepts.
  const changed = endToEnd(given.headers).filter(
    ([name, value]) => name.toLowerCase() !== 'accept-encoding' && values.get(name.toLowerCase()) !== value,
  );
  const what = [
    ...(given.method === arrived.method && given.path === arrived.path ? [] : ['request line']),
    ...(given.body.equals(arrived.body) ? [] : ['body']),
    ...changed.map(([name]) => name),
  ];
  return what.map((part) => `${given.method} ${given.path}: the ${part} was changed`);
}

async function passOn(upstream: string, { method, path, headers, body }: Message): Promise<Answer> {
  const outbound = request(upstream + path, {
    method,
    headers: headers.filter(([name]) => name !== NUMBER).flat(),
    setHost: false,
  });
  outbound.end(body);
  // What the event carries.
  const [inbound] = (await once(outbound, 'response')) as [IncomingMessage];
  return { status: inbound.statusCode ?? 0, headers: inbound.rawHeaders, body: await buffer(inbound) };
}

function answerWith({ status, headers, body }: Answer, outgoing: ServerResponse): void {
  outgoing.writeHead(status, [...headers]);
  outgoing.end(body);
}
