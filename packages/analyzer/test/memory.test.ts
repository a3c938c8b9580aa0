import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync, zstdCompressSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../src/bin.ts', import.meta.url));
const PRINT_PEAK = `process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS))`;
const MEGABYTE = 1024 * 1024;
/** Bytes of each input, and what the memory of the process may grow by: buffers and the heap of young objects, not the input. */
const INPUT_BYTES = 192 * MEGABYTE;
const MAX_GROWTH_KILOBYTES = 64 * 1024;

const large = Buffer.concat([Buffer.from('{"extra":'), Buffer.alloc(INPUT_BYTES, ' '), Buffer.from('{}}\n')]);
const lines = Buffer.concat(
  Array<Buffer>(12).fill(Buffer.concat([Buffer.from('{'), Buffer.alloc(16 * MEGABYTE, ' '), Buffer.from('}\n')])),
);

let folder: string;
let smallest: number;

/** Runs the command with one input. @returns Bytes that it read, and the peak of its memory in kilobytes. */
async function run(input: string, piped?: string): Promise<{ readonly bytes: number; readonly peak: number }> {
  const child = spawn(
    process.execPath,
    [
      '--conditions=@idvkit/source',
      '--import',
      `data:text/javascript,${PRINT_PEAK}`,
      bin,
      input,
      '--json',
      '--workers',
      '1',
    ],
    { env: { ...process.env, NO_COLOR: '1' }, stdio: ['pipe', 'pipe', 'pipe'] },
  );
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const closed = once(child, 'close');
  if (piped === undefined) child.stdin.end();
  else await pipeline(createReadStream(piped), child.stdin);
  const [code] = (await closed) as [number];
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^peak \d+$/)]);
  const { bytes } = JSON.parse(stdout) as { readonly bytes: number };
  return { bytes, peak: Number(stderr.replace('peak ', '')) };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-memory-'));
  await Promise.all([
    writeFile(join(folder, 'small.json'), '{}'),
    writeFile(join(folder, 'large.json'), large),
    writeFile(join(folder, 'large.gz'), gzipSync(large, { level: 1 })),
    writeFile(join(folder, 'large.zst'), zstdCompressSync(large)),
    writeFile(join(folder, 'lines.ndjson.zst'), zstdCompressSync(lines)),
  ]);
  smallest = (await run(join(folder, 'small.json'))).peak;
});

afterAll(() => rm(folder, { recursive: true }));

describe('the memory of idv-analyze', () => {
  it.each(['large.json', 'large.gz', 'large.zst', 'lines.ndjson.zst'])('does not grow with %s', async (name) => {
    const { bytes, peak } = await run(join(folder, name));
    expect(bytes).toBeGreaterThan(INPUT_BYTES);
    expect(peak - smallest).toBeLessThan(MAX_GROWTH_KILOBYTES);
  });

  it('does not grow with standard input', async () => {
    const { bytes, peak } = await run('-', join(folder, 'large.json'));
    expect(bytes).toBeGreaterThan(INPUT_BYTES);
    expect(peak - smallest).toBeLessThan(MAX_GROWTH_KILOBYTES);
  });

  it('does not grow with the body of a URL', async () => {
    const server = createServer((_, response) => createReadStream(join(folder, 'large.json')).pipe(response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const { bytes, peak } = await run(`http://127.0.0.1:${port}/large.json`);
      expect(bytes).toBeGreaterThan(INPUT_BYTES);
      expect(peak - smallest).toBeLessThan(MAX_GROWTH_KILOBYTES);
    } finally {
      server.close();
    }
  });
});
