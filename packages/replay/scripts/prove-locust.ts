/**
 * Proves with a real Locust (`apt-get install python3-locust`) that the shares of an export together send each delivery once, as fast
 * as they may and no faster, and that a host that is not named gets nothing.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Archive } from '@idvkit/archive';
import { createTestIo } from '@idvkit/cli-kit/testing';

import { main } from '../src/lib/cli/main.ts';

const COUNT = 200;
const RATE = 50;
const cwd = mkdtempSync(join(tmpdir(), 'idvkit-locust-'));
const archive = await Archive.create(join(cwd, 'idvkit.capture'));
const writer = await archive.openWriter();
for (let number = 0; number < COUNT; number += 1) {
  const body = (async function* once() {
    yield Buffer.from(`{"number":${number}}`);
  })();
  const details = { method: 'POST', path: `/hook?n=${number}`, bearer: 'match', answer: 204 } as const;
  await writer.keep(body, { ...details, headers: [], receivedAt: new Date().toISOString() });
}
await writer.close();
await archive.close();
await main(['export', '--format', 'locust', '--out', 'load'], createTestIo({ cwd }));

const got: string[] = [];
/** Milliseconds at which the deliveries of each share came. */
const arrivals: readonly [number[], number[]] = [[], []];
const server = createServer((request, response) => {
  got.push(request.url ?? '');
  // Every other delivery is of the second share.
  arrivals[Number(request.url?.split('=')[1]) % 2 === 0 ? 0 : 1].push(performance.now());
  request.resume();
  response.writeHead(204).end();
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function locust(...options: string[]): Promise<{ readonly code: number | null; readonly stdout: string }> {
  const args = [
    '-f',
    'load/locustfile.py',
    '--headless',
    '--users',
    '4',
    '--spawn-rate',
    '4',
    '--host',
    host,
    ...options,
  ];
  return new Promise((resolve) => {
    const child = execFile('locust', args, { cwd }, (_, stdout) => resolve({ code: child.exitCode, stdout }));
  });
}

const refused = await locust('--allow-host', 'elsewhere.example');
if (refused.code !== 2 || got.length > 0) throw new Error('A host that is not allowed got deliveries');
const limits = ['--allow-host', '127.0.0.1', '--max-rate', `${RATE}`];
const shares = await Promise.all(['1/2', '2/2'].map((share) => locust(...limits, '--share', share)));
server.close();
for (const { code, stdout } of shares) {
  if (code !== 0 || !stdout.includes('"eachOnce": true')) throw new Error(`Locust ended with ${code}: ${stdout}`);
}
if (got.length !== COUNT || new Set(got).size !== COUNT) throw new Error(`${got.length} of ${COUNT} came`);
const rates = arrivals.map((times) => ((times.length - 1) * 1_000) / ((times.at(-1) ?? 0) - (times[0] ?? 0)));
const rate = rates.reduce((sum, each) => sum + each, 0);
if (rate > RATE * 1.02 || rate < RATE * 0.95) throw new Error(`${rate} a second are not the limit of ${RATE}`);
process.stdout.write(`${COUNT} deliveries in 2 shares, each once, ${rate.toFixed(1)} of at most ${RATE} a second\n`);
rmSync(cwd, { recursive: true });
