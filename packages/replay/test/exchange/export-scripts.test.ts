import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';

import { beforeEach, describe, expect, it } from 'vitest';

import { BINARY, bodies, BODY, SECRET, useExchangeFolder } from './exchange-folder.ts';

const exchange = useExchangeFolder();

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
        env: { PATH: process.env['PATH'], TARGET: `http://127.0.0.1:${port}`, IDV_WEBHOOK_SECRET: SECRET },
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

  it('writes commands for curl that import again', async () => {
    await exchange.replay(['export', '1', '--format', 'curl', '--out', 'out']);
    const script = (await readFile(join(exchange.cwd, 'out/send.sh'), 'utf8')).replace('post -X', 'curl -X');
    const lines = script.split('\n');
    await writeFile(
      join(exchange.cwd, 'out/one.sh'),
      lines
        .slice(lines.findIndex((line) => line.startsWith('curl -X')))
        .join('\n')
        .replace('"$TARGET"', 'http://h'),
    );
    expect((await exchange.replay(['import', 'out/one.sh', '--dir', 'in'])).stderr).toBe('out/one.sh: 1 imported\n');
    expect((await exchange.capturesOf('in')).map(({ body }) => body.toString())).toEqual([BODY]);
  });

  it('writes a script for k6 that asks for the bodies and keeps the secret out', async () => {
    await exchange.replay(['export', '--format', 'k6', '--out', 'out']);
    const script = await readFile(join(exchange.cwd, 'out/script.js'), 'utf8');
    const runnable = script
      .replaceAll(/^import .*$/gm, '')
      .replace('export default function ()', 'main = function ()')
      .replace('export const options', 'options');
    const requests: unknown[][] = [];
    const opened: string[] = [];
    const sandbox = {
      __ENV: { TARGET: 'https://r.example', IDV_WEBHOOK_SECRET: SECRET },
      open: (path: string) => opened.push(path),
      exec: { scenario: { iterationInTest: 6 } },
      http: { request: (...args: unknown[]) => requests.push(args) },
      check: () => true,
      main: () => {},
      options: undefined,
    };
    runInNewContext(`${runnable};main();`, sandbox);
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
          timeout: '30s',
        },
      ],
    ]);
    expect(script).not.toContain(SECRET);
    expect(await readFile(join(exchange.cwd, 'out/bodies/2.body'))).toEqual(BINARY);
  });
});
