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

import { COLLECTS_AT_ONCE } from '../../../tools/testing/run-measured.ts';
import { sampleOf } from '../../../tools/testing/sample.ts';

const bin = fileURLToPath(new URL('../../idvkit/src/bin.ts', import.meta.url));
/** Prints the peak of this process. On Linux, `maxRSS` may be that of the process that started it. */
const PRINT_PEAK = encodeURIComponent(`
import { existsSync, readFileSync } from 'node:fs';
let [buffers, heap] = [0, 0];
setInterval(() => {
  const used = process.memoryUsage();
  [buffers, heap] = [Math.max(buffers, used.arrayBuffers), Math.max(heap, used.heapUsed)];
}, 10).unref();
const status = '/proc/self/status';
const peak = () =>
  existsSync(status) ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(status, 'utf8'))[1] : process.resourceUsage().maxRSS;
process.on('exit', () => process.stderr.write('peak ' + peak() + ', buffers ' + buffers + ', heap ' + heap));`);
const MEGABYTE = 1024 * 1024;
/** Bytes of each input, and what the memory of the process may grow by: buffers and the heap of young objects, not the input. */
const INPUT_BYTES = 192 * MEGABYTE;
const MAX_GROWTH_KILOBYTES = 96 * 1024;
/** Documents of a long corpus, about 30 MB, and what its chunks and its objects may take in memory at a time. */
const DOCUMENTS = 15_000;
const MAX_BUFFERS = 12 * MEGABYTE;
const MAX_HEAP = 48 * MEGABYTE;

const large = (): Buffer =>
  Buffer.concat([Buffer.from('{"extra":'), Buffer.alloc(INPUT_BYTES, ' '), Buffer.from('{}}\n')]);
const lines = (): Buffer =>
  Buffer.concat(
    Array<Buffer>(12).fill(Buffer.concat([Buffer.from('{'), Buffer.alloc(16 * MEGABYTE, ' '), Buffer.from('}\n')])),
  );

const HIT = {
  ...Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field_${index}`, index])),
  doc: { id: 'a', name: 'A B', types: ['pep'] },
};
const SCREENED = {
  event: { nounce: 'a', type: 'submit_form', created_at: '2026-01-05T03:00:00+00:00' },
  application: {
    id: 7,
    no: 'COK000007',
    form: 'onboarding',
    slug: '0b8a1e9c',
    status: 'complete',
    submitted_at: '2026-01-05T03:00:00+00:00',
    other_status: { ekyc: 'pass', onboarding: 'Approved' },
  },
  extra: { identity_aml: { p: [{ output: { p: [{ output: { content: { data: { hits: [HIT, HIT, HIT] } } } }] } }] } },
};

let folder: string;
let smallest: number;

/** Bytes that a run read, the peak of its memory in kilobytes, and the peaks of the bytes in buffers and of objects, garbage included. */
interface Run {
  readonly bytes: number;
  readonly peak: number;
  readonly buffers: number;
  readonly heap: number;
}

/** Runs the command with one input. */
async function run(input: string, piped?: string): Promise<Run> {
  const child = spawn(
    process.execPath,
    [
      COLLECTS_AT_ONCE,
      '--conditions=@idvkit/source',
      '--import',
      `data:text/javascript,${PRINT_PEAK}`,
      bin,
      'analyze',
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
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^peak \d+, buffers \d+, heap \d+$/)]);
  const { bytes } = JSON.parse(stdout) as { readonly bytes: number };
  const [peak = NaN, buffers = NaN, heap = NaN] = stderr.match(/\d+/g)?.map(Number) ?? [];
  return { bytes, peak, buffers, heap };
}

async function write(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** Ways to read an input that is larger than memory may grow. */
const WAYS: readonly (readonly [name: string, read: () => Promise<Run>])[] = [
  ['a file', async () => run(await write('large.json', large()))],
  ['a gzip file', async () => run(await write('large.gz', gzipSync(large(), { level: 1 })))],
  ['a zstd file', async () => run(await write('large.zst', zstdCompressSync(large())))],
  ['lines in a zstd file', async () => run(await write('lines.ndjson.zst', zstdCompressSync(lines())))],
  ['standard input', async () => run('-', await write('large.json', large()))],
  ['the body of a URL', async () => runOfUrl(await write('large.json', large()))],
];

async function runOfUrl(path: string): Promise<Run> {
  const server = createServer((_, response) => createReadStream(path).pipe(response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    return await run(`http://127.0.0.1:${port}/large.json`);
  } finally {
    server.close();
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-memory-'));
  smallest = (await run(await write('small.json', '{"extra":{}}'))).peak;
});

afterAll(() => rm(folder, { recursive: true }));

describe('the memory of idvkit analyze', () => {
  it.each(sampleOf(WAYS, { every: 6 }))('does not grow with %s', async (_, read) => {
    const { bytes, peak } = await read();
    expect(bytes).toBeGreaterThan(INPUT_BYTES);
    expect(peak - smallest).toBeLessThan(MAX_GROWTH_KILOBYTES);
  });

  it('piles up neither chunks nor hits of a file of 15,000 small documents', async () => {
    const { bytes, buffers, heap } = await run(
      await write('corpus.ndjson', `${JSON.stringify(SCREENED)}\n`.repeat(DOCUMENTS)),
    );
    expect(bytes).toBeGreaterThan(2 * MAX_BUFFERS);
    expect(buffers).toBeLessThan(MAX_BUFFERS);
    expect(heap).toBeLessThan(MAX_HEAP);
  });
});
