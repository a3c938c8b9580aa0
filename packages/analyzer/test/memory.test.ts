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
const PRINT_PEAK = `
let buffers = 0;
setInterval(() => { buffers = Math.max(buffers, process.memoryUsage().arrayBuffers) }, 10).unref();
process.on('exit', () => process.stderr.write('peak ' + process.resourceUsage().maxRSS + ', buffers ' + buffers));`;
const MEGABYTE = 1024 * 1024;
/** Bytes of each input, and what the memory of the process may grow by: buffers and the heap of young objects, not the input. */
const INPUT_BYTES = 192 * MEGABYTE;
const MAX_GROWTH_KILOBYTES = 64 * 1024;
/** Documents of a long corpus, about 32 MB, and what its chunks may take in memory at a time. */
const DOCUMENTS = 100_000;
const MAX_BUFFERS = 12 * MEGABYTE;

const large = Buffer.concat([Buffer.from('{"extra":'), Buffer.alloc(INPUT_BYTES, ' '), Buffer.from('{}}\n')]);
const lines = Buffer.concat(
  Array<Buffer>(12).fill(Buffer.concat([Buffer.from('{'), Buffer.alloc(16 * MEGABYTE, ' '), Buffer.from('}\n')])),
);

const LIFECYCLE = {
  event: { nounce: 'a', type: 'update_status', created_at: '2026-01-05T03:00:00+00:00' },
  application: {
    id: 7,
    no: 'COK000007',
    form: 'onboarding',
    slug: '0b8a1e9c',
    status: 'complete',
    submitted_at: '2026-01-05T03:00:00+00:00',
    other_status: { ekyc: 'pass', onboarding: 'Approved' },
  },
};

let folder: string;
let smallest: number;

/** Bytes that a run read, the peak of its memory in kilobytes, and the peak of the bytes in buffers, garbage included. */
interface Run {
  readonly bytes: number;
  readonly peak: number;
  readonly buffers: number;
}

/** Runs the command with one input. */
async function run(input: string, piped?: string): Promise<Run> {
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
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^peak \d+, buffers \d+$/)]);
  const { bytes } = JSON.parse(stdout) as { readonly bytes: number };
  const [peak = NaN, buffers = NaN] = stderr.match(/\d+/g)?.map(Number) ?? [];
  return { bytes, peak, buffers };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-memory-'));
  await Promise.all([
    writeFile(join(folder, 'small.json'), '{}'),
    writeFile(join(folder, 'large.json'), large),
    writeFile(join(folder, 'large.gz'), gzipSync(large, { level: 1 })),
    writeFile(join(folder, 'large.zst'), zstdCompressSync(large)),
    writeFile(join(folder, 'lines.ndjson.zst'), zstdCompressSync(lines)),
    writeFile(join(folder, 'corpus.ndjson'), `${JSON.stringify(LIFECYCLE)}\n`.repeat(DOCUMENTS)),
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

  it('uses the buffers of a file of 100,000 small documents again', async () => {
    const { bytes, buffers } = await run(join(folder, 'corpus.ndjson'));
    expect(bytes).toBeGreaterThan(2 * MAX_BUFFERS);
    expect(buffers).toBeLessThan(MAX_BUFFERS);
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
