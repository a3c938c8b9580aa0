import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { IncomingLog, type LogRecord } from './incoming-log.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-log-'));
  path = join(folder, 'incoming.log');
});

afterEach(() => rm(folder, { recursive: true }));

async function recordsOf(): Promise<{ line: string; body: string | undefined }[]> {
  const records = [...IncomingLog.read(await readFile(path))];
  return records.map(({ line, body }) => ({ line, body: body && Buffer.from(body).toString('latin1') }));
}

describe('IncomingLog', () => {
  it('gives back what was appended, however it grew', async () => {
    const log = await IncomingLog.open(path);
    const record = fc.record({
      line: fc.string().map((text) => `${JSON.stringify(text)}\n`),
      body: fc.option(fc.uint8Array({ maxLength: 30_000 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(record), { maxLength: 6 }), async (batches) => {
        for (const batch of batches) {
          await log.append(batch.map(({ line, body }): LogRecord => (body === undefined ? { line } : { line, body })));
        }
        expect(await recordsOf()).toEqual(
          batches.flat().map(({ line, body }) => ({ line, body: body && Buffer.from(body).toString('latin1') })),
        );
        await log.clear();
        expect([await recordsOf(), (await stat(path)).size, log.bytes]).toEqual([[], 0, 0]);
      }),
      { numRuns: 30 },
    );
    await log.close();
  });

  it('writes over zeros that are there, so that the file need not grow', async () => {
    const log = await IncomingLog.open(path);
    await log.append([{ line: 'one\n' }]);
    const { size } = await stat(path);
    for (let count = 0; count < 100; count += 1) await log.append([{ line: 'more\n', body: Buffer.alloc(100, 'x') }]);
    expect((await stat(path)).size).toBe(size);
    expect(size).toBeGreaterThan(log.bytes);
    const content = await readFile(path);
    expect(content.subarray(log.bytes).every((byte) => byte === 0)).toBe(true);
    await log.close();
  });
});
