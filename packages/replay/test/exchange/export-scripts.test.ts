import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';

import { Archive } from '@idvkit/archive';
import { formatCheckedLine, parseCheckedLine } from '@idvkit/archive/journal';
import { beforeEach, describe, expect, it } from 'vitest';

import { BINARY, bodies, SECRET, useExchangeFolder } from './exchange-folder.ts';

const exchange = useExchangeFolder();

interface K6Run {
  readonly requests: unknown[][];
  readonly opened: string[];
  /** Seconds. */
  readonly sleeps: number[];
  readonly options: unknown;
}

/** Runs iterations of a script for k6 with stand-ins for its modules. Time stands still. */
function runK6(script: string, iterations: readonly number[], env: Readonly<Record<string, string>> = {}): K6Run {
  const runnable = script
    .replaceAll(/^import .*$/gm, '')
    .replace('export default function ()', 'main = function ()')
    .replace('export const options', 'options')
    .replace('export function', 'function');
  const run: K6Run = { requests: [], opened: [], sleeps: [], options: undefined };
  const sandbox = {
    __ENV: { TARGET: 'https://r.example/', ALLOW_HOST: 'r.example', IDV_WEBHOOK_SECRET: SECRET, ...env },
    Date: { now: () => 1_000 },
    open: (path: string) => run.opened.push(path),
    exec: { scenario: { iterationInTest: 0, startTime: 1_000 } },
    http: { request: (...args: unknown[]) => run.requests.push(args) },
    sleep: (seconds: number) => run.sleeps.push(seconds),
    check: () => true,
    iterations,
    main: () => {},
    options: undefined,
  };
  runInNewContext(
    `${runnable};for (const number of iterations) { exec.scenario.iterationInTest = number; main(); }`,
    sandbox,
  );
  return { ...run, options: JSON.parse(JSON.stringify(sandbox.options)) };
}

/** Listens on this machine, and redirects what it gets to another origin. */
async function listening(redirectTo = ''): Promise<{ readonly port: number; readonly got: string[]; close(): void }> {
  const got: string[] = [];
  const server = createServer(({ url, headers }, response) => {
    got.push(`${url} ${headers.authorization ?? '-'}`);
    response.writeHead(307, { location: redirectTo }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  return { port, got, close: () => server.close() };
}

describe('scripts of an archive from somebody else', () => {
  /** Paths that a journal may have, and that would lead elsewhere or to more requests if a script took them for more than paths. */
  const hostile = [
    '//stranger/a',
    '/@stranger/b',
    '/[1-3]{x,y}',
    '/../..//stranger/c',
    "/'$(touch$IFS'pwned')'\"`touch$IFS'pwned'`;touch$IFS'pwned'\\",
    '/%0a-o%20x;touch+pwned',
    '/-K?@/etc/passwd',
  ];

  async function archived(strangerPort: number): Promise<readonly string[]> {
    const paths = hostile.map((path) => path.replace('stranger', `127.0.0.1:${strangerPort}`));
    const archive = await Archive.create(join(exchange.cwd, 'idvkit.capture'));
    const writer = await archive.openWriter();
    for (const path of paths) {
      const headers: [string, string][] = [['X-A', "it's; $(touch pwned)"]];
      const details = { method: 'POST', path, headers, bearer: 'match', answer: 204 } as const;
      await writer.keep(Readable.from([Buffer.from('{}')]), { ...details, receivedAt: '2026-01-05T03:00:00.000Z' });
    }
    await writer.close();
    return paths;
  }

  it('send the secret to the receiver alone, once per capture', async () => {
    const other = await listening();
    const receiver = await listening(`http://127.0.0.1:${other.port}/redirected`);
    const paths = await archived(other.port);
    const secret = 'se"cr\\et';
    try {
      await exchange.replay(['export', '--format', 'curl', '--out', 'out']);
      await promisify(execFile)('sh', ['-e', join(exchange.cwd, 'out/send.sh')], {
        env: { PATH: process.env['PATH'], TARGET: `http://127.0.0.1:${receiver.port}`, IDV_WEBHOOK_SECRET: secret },
      });
    } finally {
      receiver.close();
      other.close();
    }
    expect(receiver.got).toEqual(paths.map((path) => `${path} Bearer ${secret}`));
    expect(other.got).toEqual([]);
    expect(await readdir(join(exchange.cwd, 'out'))).toEqual(['bodies', 'send.sh']);
  });

  it('for k6 ask for no address of another origin', async () => {
    await archived(1);
    await exchange.replay(['export', '--format', 'k6', '--out', 'out']);
    const script = await readFile(join(exchange.cwd, 'out/script.js'), 'utf8');
    const origins = runK6(script, [...hostile.keys()]).requests.map(([, address]) => new URL(String(address)).origin);
    expect(new Set(origins)).toEqual(new Set(['https://r.example']));
  });

  it('for Locust have all deliveries as data, whatever their paths and headers hold', async () => {
    const paths = await archived(1);
    await exchange.replay(['export', '--format', 'locust', '--out', 'out']);
    const script = await readFile(join(exchange.cwd, 'out/locustfile.py'), 'utf8');
    const [, literal = ''] = /^DELIVERIES = json\.loads\((.*)\)$/m.exec(script) ?? [];
    const deliveries = JSON.parse(String(JSON.parse(literal))) as { readonly path: string; readonly headers: object }[];
    expect(deliveries.map(({ path }) => path)).toEqual(paths);
    expect(deliveries[0]?.headers).toEqual({ 'X-A': "it's; $(touch pwned)" });
    expect(script).toMatch(/^[\n -~]*$/);
  });

  it.each(['@127.0.0.1:1/steal', 'http://127.0.0.1:1/', ''])('are not written for the path %j', async (path) => {
    await exchange.archived();
    const journal = join(exchange.cwd, 'idvkit.capture/journal.ndjson');
    const [first = '', ...others] = (await readFile(journal, 'utf8')).trimEnd().split('\n');
    const read = parseCheckedLine(first);
    if ('problem' in read) throw new Error('The first line is a capture');
    await writeFile(
      journal,
      [formatCheckedLine({ ...Object(read.value), path }), ...others.map((line) => `${line}\n`)].join(''),
    );

    const exported = await exchange.replay(['export', '--format', 'curl', '--out', 'out']);

    expect(exported.stderr).toContain('journal.ndjson');
    expect(exported.stderr).toContain('4 captures exported');
    expect(await readFile(join(exchange.cwd, 'out/send.sh'), 'utf8')).not.toContain('127.0.0.1:1');
    const verified = await exchange.replay(['verify']);
    expect([verified.code, verified.stdout + verified.stderr]).toEqual([
      1,
      expect.stringContaining('its path does not begin with "/"'),
    ]);
  });

  it('are not written for what only the index says', async () => {
    await exchange.archived();
    await exchange.replay(['list']);
    const index = new DatabaseSync(join(exchange.cwd, 'idvkit.capture/index.sqlite'));
    const read = parseCheckedLine(String(index.prepare('SELECT fact FROM captures WHERE id = 2').get()?.['fact']));
    if ('problem' in read) throw new Error('The row is a capture');
    const forged = formatCheckedLine({ ...Object(read.value), path: '@127.0.0.1:1/steal' }).trimEnd();
    index.prepare('UPDATE captures SET fact = ? WHERE id = 2').run(forged);
    index.close();

    const { stderr } = await exchange.replay(['export', '--format', 'k6', '--out', 'out']);

    expect(stderr).toContain('Capture 2 is left out: its path does not begin with "/"');
    expect(await readFile(join(exchange.cwd, 'out/script.js'), 'utf8')).not.toContain('steal');
  });
});

describe('idv-replay export, of scripts', () => {
  beforeEach(() => exchange.archived());

  it('writes a script for curl that posts the same bytes, with the secret in no argument', async () => {
    const received: {
      url: string | undefined;
      authorization: string | undefined;
      one: string | undefined;
      body: Buffer;
    }[] = [];
    const server = createServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const { authorization, 'x-one': one } = incoming.headers;
        received.push({ url: incoming.url, authorization, one: String(one), body: Buffer.concat(chunks) });
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      await exchange.replay(['export', '--format', 'curl', '--out', 'out']);
      expect((await readdir(join(exchange.cwd, 'out'))).toSorted()).toEqual(['bodies', 'send.sh']);
      const { port } = server.address() as AddressInfo; // It listens on a port.
      const ran = await promisify(execFile)('sh', ['-e', join(exchange.cwd, 'out/send.sh')], {
        env: { PATH: process.env['PATH'], TARGET: `http://127.0.0.1:${port}/`, IDV_WEBHOOK_SECRET: SECRET },
      });
      expect(ran.stdout.match(/^204 /gm)).toHaveLength(5);
    } finally {
      server.close();
    }
    expect(received.map(({ body }) => body)).toEqual(bodies);
    expect(received[0]).toMatchObject({
      url: "/hook?n=0&q='x'",
      authorization: `Bearer ${SECRET}`,
      one: "it's, twice",
    });
    const script = await readFile(join(exchange.cwd, 'out/send.sh'), 'utf8');
    expect(script).not.toMatch(/redacted|not-to-be-seen/);
    expect(script).toContain('--config -');
  });

  it('writes a script for curl that imports again, once', async () => {
    await exchange.replay(['export', '--format', 'curl', '--out', 'out']);
    const again = ['import', 'out/send.sh', '--format', 'curl', '--dir', 'in'];

    expect((await exchange.replay(again)).stderr).toBe('out/send.sh: 5 imported\n');
    expect((await exchange.replay(again)).stderr).toBe('out/send.sh: 0 imported; 5 already there\n');

    const captures = await exchange.capturesOf('in');
    expect(captures.map(({ body }) => body)).toEqual(bodies);
    expect(captures.map(({ captured: { method, path } }) => `${method} ${path}`)).toEqual(
      [0, 1, 2, 3, 4].map((n) => `POST /hook?n=${n}&q='x'`),
    );
    expect(captures[0]?.captured.headers).toEqual([
      ['Content-Type', 'application/json'],
      ['X-One', "it's"],
      ['x-one', 'twice'],
      ['constructor', 'built'],
    ]);
  });

  it('writes a script for k6 that asks for the bodies and keeps the secret out', async () => {
    await exchange.replay(['export', '--format', 'k6', '--out', 'out']);
    const script = await readFile(join(exchange.cwd, 'out/script.js'), 'utf8');
    const { opened, requests } = runK6(script, [1]);
    expect(opened).toEqual([1, 2, 3, 4, 5].map((id) => `./bodies/${id}.body`));
    expect(JSON.parse(JSON.stringify(requests))).toEqual([
      [
        'POST',
        "https://r.example/hook?n=1&q='x'",
        2,
        {
          headers: {
            'Content-Type': 'application/json',
            'X-One': "it's",
            'x-one': 'twice',
            constructor: 'built',
            Authorization: `Bearer ${SECRET}`,
          },
          redirects: 0,
          timeout: '30s',
        },
      ],
    ]);
    expect(script).not.toContain(SECRET);
    expect(await readFile(join(exchange.cwd, 'out/bodies/2.body'))).toEqual(BINARY);
  });

  it('writes a script for k6 whose shares send each delivery once, at their share of the rate', async () => {
    await exchange.replay(['export', '--format', 'k6', '--out', 'out']);
    const script = await readFile(join(exchange.cwd, 'out/script.js'), 'utf8');
    const env = { MAX_RATE: '4' };
    const first = runK6(script, [0, 1, 2], { ...env, SHARE: '1/2' });
    const second = runK6(script, [0, 1], { ...env, SHARE: '2/2', VUS: '8' });
    const paths = [first, second].flatMap(({ requests }) =>
      requests.map(([, address]) => /n=(\d)/.exec(String(address))?.[1]),
    );
    expect(paths).toEqual(['0', '2', '4', '1', '3']);
    expect([first.opened, second.opened].map(({ length }) => length)).toEqual([3, 2]);
    expect([first.sleeps, second.sleeps]).toEqual([[0.5, 1], [0.5]]);
    expect(second.options).toEqual({
      scenarios: { deliveries: { executor: 'shared-iterations', vus: 2, iterations: 2, maxDuration: '61s' } },
      thresholds: { checks: ['rate==1'], http_reqs: ['count==2'] },
    });
  });

  it.each([
    [{ ALLOW_HOST: '' }, 'The host is not allowed. Name it with -e ALLOW_HOST=HOST.'],
    [{ TARGET: 'https://r.example.evil' }, 'The host is not allowed. Name it with -e ALLOW_HOST=HOST.'],
    [{ TARGET: 'https://r.example@evil' }, 'TARGET is not an address of http or https.'],
    [{ TARGET: 'https://evil/?@r.example' }, 'TARGET is not an address of http or https.'],
    [{ SHARE: '3/2' }, 'SHARE is not of the form 3/8, or MAX_RATE is not above 0.'],
    [{ SHARE: '1/2/3' }, 'SHARE is not of the form 3/8, or MAX_RATE is not above 0.'],
    [{ MAX_RATE: 'x' }, 'SHARE is not of the form 3/8, or MAX_RATE is not above 0.'],
    [{ SHARE: '9/9' }, 'SHARE has no delivery.'],
  ])('writes a script for k6 that sends nothing with %j', async (env, message) => {
    await exchange.replay(['export', '--format', 'k6', '--out', 'out']);
    const script = await readFile(join(exchange.cwd, 'out/script.js'), 'utf8');
    expect(() => runK6(script, [0], env)).toThrow(`Nothing is sent. ${message}`);
  });
});
