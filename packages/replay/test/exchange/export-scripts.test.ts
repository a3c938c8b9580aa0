import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';

import { Archive } from '@idvkit/archive';
import { beforeEach, describe, expect, it } from 'vitest';

import { changeDatabase } from '../../../archive/test/written-archive.ts';
import { bodies, SECRET, useExchangeFolder } from './exchange-folder.ts';

const exchange = useExchangeFolder();

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
    const archive = Archive.create(join(exchange.cwd, 'idvkit.capture'));
    const writer = archive.openWriter();
    for (const path of paths) {
      const headers: [string, string][] = [['X-A', "it's; $(touch pwned)"]];
      const details = { method: 'POST', path, headers, bearer: 'match', answer: 204 } as const;
      await writer.keep(Readable.from([Buffer.from('{}')]), { ...details, receivedAt: '2026-01-05T03:00:00.000Z' });
    }
    return paths;
  }

  it('send the secret to the receiver alone, once per capture', async () => {
    const other = await listening();
    const receiver = await listening(`http://127.0.0.1:${other.port}/redirected`);
    const paths = await archived(other.port);
    const secret = 'se"cr\\et';
    try {
      await exchange.replay(['archive', 'export', '--out', 'out']);
      await promisify(execFile)('sh', ['-e', join(exchange.cwd, 'out/send.sh')], {
        env: { PATH: process.env['PATH'], TARGET: `http://127.0.0.1:${receiver.port}`, IDV_WEBHOOK_SECRET: secret },
      });
    } finally {
      receiver.close();
      other.close();
    }
    expect(receiver.got).toEqual(paths.map((path) => `${path.replace(/\?.*/, '?[redacted]')} Bearer ${secret}`));
    expect(other.got).toEqual([]);
    expect(await readdir(join(exchange.cwd, 'out'))).toEqual(['bodies', 'send.sh']);
  });

  it.each(['@127.0.0.1:1/steal', 'http://127.0.0.1:1/', ''])('are not written for the path %j', async (path) => {
    await exchange.archived();
    const folder = join(exchange.cwd, 'idvkit.capture');
    changeDatabase(folder, `UPDATE contents SET head = json_set(head, '$.path', '${path}') WHERE capture = 1`);
    const exported = await exchange.replay(['archive', 'export', '--out', 'out']);
    expect([exported.code, exported.stderr]).toEqual([
      2,
      expect.stringContaining('Cannot read the archive: the entry of capture 1 is damaged.'),
    ]);
    expect(await readdir(exchange.cwd)).not.toContain('out');
    const verified = await exchange.replay(['archive', 'verify']);
    expect([verified.code, verified.stdout]).toEqual([1, expect.stringContaining('The entry of capture 1 is damaged')]);
  });
});

describe('idvkit archive export, of scripts', () => {
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
      await exchange.replay(['archive', 'export', '--out', 'out']);
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
      url: '/hook?[redacted]=[redacted]&q=[redacted]',
      authorization: `Bearer ${SECRET}`,
      one: 'undefined',
    });
    const script = await readFile(join(exchange.cwd, 'out/send.sh'), 'utf8');
    expect(script).not.toContain(SECRET);
    expect(script).toContain('--config -');
  });
});
