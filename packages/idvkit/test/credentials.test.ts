import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { createTestIo, type TestIo } from '@idvkit/cli-kit/testing';
import { cameraForm, createMock, type Mock } from '@idvkit/mock';
import { generate } from 'selfsigned';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { main } from '../src/lib/main.ts';

/*
 * Which command sends which credential where, if the answers, deliveries and files that it reads lead elsewhere. The addresses on a command
 * line are those of the service and the receiver; the stranger, and the service without TLS or by another name, are in links only.
 */

const TOKEN = 'tok_Credentials4Qm';
const SECRET = 'whsec_Credentials7Zr';

type Answering = (incoming: IncomingMessage, response: ServerResponse, body: Buffer) => unknown;

interface Place {
  readonly port: number;
  readonly close: () => Promise<void>;
}

const trusted = getCACertificates('default');
let certificate: Awaited<ReturnType<typeof generate>>;
let cwd: string;
let stranger: Place;
let service: Place;
let receiver: Place;
let answering: Answering;
let mock: Mock | undefined;
/** Credentials that arrived, each with where. */
let sent: Set<string>;

beforeAll(async () => {
  certificate = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  setDefaultCACertificates([...trusted, certificate.cert]);
});

afterAll(() => setDefaultCACertificates(trusted));

beforeEach(async () => {
  sent = new Set();
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-credentials-'));
  // It would take anything: the host of a forged link is its own.
  stranger = await serve('a stranger', (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end());
  receiver = await serve('the receiver', toStranger(307));
  service = await serve('the service', (...call) => answering(...call));
});

afterEach(async () => {
  await mock?.close();
  mock = undefined;
  await Promise.all([service, receiver, stranger].map((place) => place.close()));
  await rm(cwd, { recursive: true });
});

/** Listens for http and https on one port of this machine, and notes the credentials of each request. */
async function serve(name: string, answer: Answering): Promise<Place> {
  const noted =
    (isTls: boolean): RequestListener =>
    (incoming, response) => {
      const isOtherName = incoming.headers.host?.startsWith('localhost:') ?? false;
      const place = [name, ...(isTls ? [] : ['without TLS']), ...(isOtherName ? ['by another name'] : [])].join(' ');
      for (const credential of credentialsOf(incoming)) sent.add(`${credential} -> ${place}`);
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => answer(incoming, response, Buffer.concat(chunks)));
    };
  const plain = createServer(noted(false));
  const secured = createTlsServer({ key: certificate.private, cert: certificate.cert }, noted(true));
  const sockets = new Set<Socket>();
  const server: Server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    socket.once('data', (first: Buffer) => {
      socket.pause();
      // 22 begins a handshake of TLS.
      (first[0] === 22 ? secured : plain).emit('connection', socket);
      socket.unshift(first);
      socket.resume();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    // A listening server on TCP has an address with a port.
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** The API tokens of the service, and the secret, wherever a request has them. */
function credentialsOf({ rawHeaders, url = '' }: IncomingMessage): readonly string[] {
  const text = [url, ...rawHeaders].join('\n');
  const tokens = [TOKEN, ...(mock?.portal.index().workspaces.flatMap(({ token }) => token ?? []) ?? [])];
  const found = [
    ...(tokens.some((token) => text.includes(token)) ? ['API token'] : []),
    ...(text.includes(SECRET) ? ['webhook secret'] : []),
  ];
  return found.length > 0 ? found : ['nothing'];
}

const baseUrl = (): string => `https://127.0.0.1:${service.port}`;
const receiverUrl = (): string => `https://127.0.0.1:${receiver.port}/hook`;

/** Addresses that links lead to. */
const LINKS = {
  'of its own': baseUrl,
  'without TLS': () => `http://127.0.0.1:${service.port}`,
  'by another name': () => `https://localhost:${service.port}`,
  'to a stranger': () => `https://127.0.0.1:${stranger.port}`,
  'to a stranger without TLS': () => `http://127.0.0.1:${stranger.port}`,
} as const;

/** Redirects everything to the stranger. */
function toStranger(status: number): Answering {
  return ({ url = '/' }, response) => {
    response.writeHead(status, { location: `https://127.0.0.1:${stranger.port}${url}` }).end();
  };
}

/** Makes the service answer as a mock whose links lead elsewhere. */
function linking(origin: string): Mock {
  mock = createMock({ token: TOKEN, publicUrl: origin });
  const { fetch } = mock;
  answering = async ({ url = '/', method = 'GET', rawHeaders }, response, body) => {
    const headers = new Headers();
    for (let at = 0; at + 1 < rawHeaders.length; at += 2)
      headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
    headers.delete('host');
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const answer = await fetch(new Request(`${origin}${url}`, { method, headers, ...(hasBody && { body }) }));
    const location = answer.headers.get('location');
    if (location !== null) answer.headers.set('location', new URL(location, origin).href);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
  return mock;
}

function ioOf(): TestIo {
  return createTestIo({ cwd, env: { IDV_API_TOKEN: TOKEN, IDV_WEBHOOK_SECRET: SECRET } });
}

/** Runs a command to its end. */
async function run(...argv: readonly string[]): Promise<void> {
  await main(argv, ioOf());
}

/** Runs a command that listens, does something, and ends the command once it said what it should. */
async function serving(argv: readonly string[], ready: RegExp, act: (url: string, io: TestIo) => Promise<void>) {
  const io = ioOf();
  const running = main(argv, io);
  await expect.poll(() => io.stderrText + io.stdoutText).toMatch(ready);
  await act(ready.exec(io.stderrText + io.stdoutText)?.[1] ?? '', io);
  io.interrupt();
  await running;
}

async function created({ fetch, portal }: Mock): Promise<string> {
  const headers = { authorization: `Bearer ${TOKEN}` };
  await fetch(new Request(`${baseUrl()}/en/api/forms/${cameraForm.slug}/create/`, { method: 'POST', headers }));
  return portal.applications().at(-1)?.slug ?? '';
}

/** Delivers a submission with images to an address, and waits until it is delivered. */
async function submitTo(url: string): Promise<void> {
  // A service that redirects delivers nothing.
  if (mock === undefined) return;
  const { portal } = mock;
  const { id } = portal.addWebhook({ url, secret: SECRET });
  portal.submit(await created(mock));
  await expect.poll(() => mock?.deliveries.every(({ state }) => state !== 'in-progress')).toBe(true);
  portal.removeWebhook(id);
}

const FORM = ['--form-slug', cameraForm.slug];
const CAPTURING = /Capturing on (http:\S+)/;

async function capturing(...argv: readonly string[]): Promise<void> {
  const capture = [...argv, '--port', '0', '--base-url', baseUrl(), '--dir', await mkdtemp(join(cwd, 'archive-'))];
  await serving(capture, CAPTURING, async (url, io) => {
    await submitTo(url);
    if (mock === undefined) return;
    // It ends only after it asked for images, or said why not.
    await expect.poll(() => io.stderrText).toContain('passed on:');
    const asked = (): boolean => sent.has('API token -> the service') || io.stderrText.includes('images not kept:');
    await expect.poll(asked).toBe(true);
  });
}

const COMMANDS: Readonly<Record<string, () => Promise<void>>> = {
  // The rules whose calls follow links: those to the form, and that of an unknown locale.
  check: () => run('check', '--base-url', baseUrl(), ...FORM, '--only', 'create.info.*'),
  'check of locales': () =>
    run('check', '--base-url', baseUrl(), ...FORM, '--only', 'locale.unknown.does-not-resolve', '--rate', '200'),
  doctor: () => run('doctor', '--base-url', baseUrl(), ...FORM, '--create'),
  backfill: async () => {
    const baseUrls = [baseUrl(), ...Object.values(LINKS).map((link) => link())];
    const list = baseUrls.map((each, at) => ({ slug: `slug${at}`, form: cameraForm.slug, baseUrl: each }));
    await writeFile(join(cwd, 'l.json'), JSON.stringify({ format: 'idvkit.ledger', version: 1, created: list }));
    await serving(['capture', '--port', '0'], CAPTURING, () =>
      run('archive', 'backfill', 'l.json', '--base-url', baseUrl(), '--rate', '1000/s', '--wait', '1ms'),
    );
  },
  capture: () => capturing('capture', '--forward-to', receiverUrl()),
  listen: () => capturing('listen', '--to', receiverUrl(), '--ui-port', '0'),
  send: async () => {
    await serving(['capture', '--port', '0'], CAPTURING, (url) => submitTo(url));
    sent.clear();
    await run('send', 'all', '--to', receiverUrl());
    await run('send', 'all', '--fresh', '--to', receiverUrl());
  },
  receiver: () => run('receiver', '--url', receiverUrl(), '--only', 'receiver.secret*'),
  proxy: () =>
    serving(
      ['proxy', '--upstream', baseUrl(), '--port', '0', '--receiver-to', receiverUrl(), ...FORM],
      /(http:\/\/127\.0\.0\.1:\d+)/,
      async (url) => {
        const path = `/en/api/forms/${cameraForm.slug}/create/`;
        const headers = { authorization: `Bearer ${TOKEN}` };
        await fetch(`${url}${path}`, { method: 'POST', headers, redirect: 'manual' });
        await submitTo(`${url}/_receiver`);
      },
    ),
  mock: () =>
    serving(['mock', '--port', '0', '--webhook', receiverUrl()], /(http:\/\/127\.0\.0\.1:\d+)/, async (url) => {
      const headers = { authorization: `Bearer ${TOKEN}` };
      const answer = await fetch(`${url}/en/api/forms/${cameraForm.slug}/create/`, { method: 'POST', headers });
      const { detail } = (await answer.json()) as { readonly detail: { readonly slug: string } };
      await fetch(`${url}/_portal/applications/${detail.slug}/submit`, { method: 'POST' });
      await expect.poll(() => sent.size).toBeGreaterThan(0);
    }),
  trigger: () => run('trigger', 'submit_form', '--to', receiverUrl()),
};

/** Commands for which it matters how an address differs from that of the service. The others see two kinds. */
const FOLLOWING = ['check', 'capture'];
const KINDS = [...Object.keys(LINKS), 'redirects'];

it('never leave the service and the receiver that the command line names', async () => {
  const table: string[] = [];
  for (const [command, act] of Object.entries(COMMANDS)) {
    const kinds = FOLLOWING.includes(command) ? KINDS : ['to a stranger', 'redirects'];
    const seen = new Map<string, string[]>();
    for (const kind of kinds) {
      sent.clear();
      const origin = Object.entries(LINKS).find(([name]) => name === kind)?.[1];
      if (origin === undefined) answering = toStranger(302);
      else linking(origin());
      await act();
      await mock?.close();
      mock = undefined;
      for (const row of sent) seen.set(row, [...(seen.get(row) ?? []), kind]);
    }
    const rows = [...seen].map(
      ([row, of]) => `${row} (${of.length === kinds.length ? 'always' : `links ${of.join(', ')}`})`,
    );
    table.push(...rows.toSorted().map((row) => `${command}: ${row}`));
  }
  expect(table).toMatchInlineSnapshot(`
    [
      "check: API token -> the service (always)",
      "check: nothing -> a stranger (links to a stranger)",
      "check: nothing -> a stranger without TLS (links to a stranger without TLS)",
      "check: nothing -> the service (always)",
      "check: nothing -> the service by another name (links by another name)",
      "check: nothing -> the service without TLS (links without TLS)",
      "check of locales: API token -> the service (always)",
      "check of locales: nothing -> the service (always)",
      "doctor: API token -> the service (always)",
      "backfill: API token -> the service (always)",
      "capture: API token -> the service (links of its own)",
      "capture: webhook secret -> the receiver (links of its own, without TLS, by another name, to a stranger, to a stranger without TLS)",
      "listen: webhook secret -> the receiver (links to a stranger)",
      "send: webhook secret -> the receiver (always)",
      "receiver: webhook secret -> the receiver (always)",
      "proxy: API token -> the service (always)",
      "proxy: webhook secret -> the receiver (links to a stranger)",
      "mock: webhook secret -> the receiver (always)",
      "trigger: webhook secret -> the receiver (always)",
    ]
  `);
});
