import { createReadStream, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { writePayload } from '../../bench/write-payload.ts';
import {
  JsonError,
  scan,
  scanFile,
  type HitBatch,
  type HitMeasures,
  type HitsStatistics,
  type ScanHandler,
  type VisitMode,
} from '../../src/index.ts';

const measures: HitMeasures = {
  '*': ['scripts'],
  'match_types[]': ['values'],
  'doc.id': ['identity'],
  'doc.name': ['label'],
  'doc.aka[].name': ['repeats'],
  'doc.media[].url': ['domain'],
  'doc.media[].date': ['year'],
  'doc.aka': ['aliases'],
  'doc.media': ['media'],
};

/** Adds up all that it is told, in order, so that two scans can be compared. */
class Ledger implements ScanHandler {
  readonly lines: unknown[] = [];
  sum = 0;
  #key = '';
  open(_kind: string, offset: number): VisitMode {
    const mode = this.#key === 'hits' ? 'hits' : 'tokens';
    this.#key = '';
    this.lines.push(offset);
    return mode;
  }
  close(end: number): void {
    this.lines.push(end);
  }
  key(text: string): void {
    this.#key = text;
  }
  scalar(_kind: string, text: string): void {
    this.lines.push(text);
  }
  wantsText(): boolean {
    return true;
  }
  hits(batch: HitBatch): void {
    for (let index = 0; index < batch.count; index += 1) {
      const [offset = 0, bytes = 0, identity = 0] = [batch.offsets, batch.bytes, batch.identities].map(
        (each) => each[index],
      );
      const perHit = 11 * (batch.aliases[index] ?? 0) + 13 * (batch.media[index] ?? 0);
      const label = batch.label(index)?.length ?? 0;
      const all = offset + 7 * bytes + (identity % 1_000_003) + label + batch.first + index + perHit;
      this.sum = (this.sum * 31 + all) % 2 ** 40;
    }
  }
  hitsEnd(statistics: HitsStatistics): void {
    this.lines.push(statistics);
  }
}

const read = (file: string): Promise<Found> => found((ledger) => scanFile(file, ledger, { measures }));
const readStream = (file: string): Promise<Found> =>
  found((ledger) => scan(createReadStream(file), ledger, { measures }));

interface Found {
  readonly lines: readonly unknown[];
  readonly sum: number;
  readonly problem?: string;
}

async function found(scanWith: (ledger: Ledger) => Promise<unknown>): Promise<Found> {
  const ledger = new Ledger();
  try {
    await scanWith(ledger);
    return { lines: ledger.lines, sum: ledger.sum };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { lines: ledger.lines, sum: ledger.sum, problem: error.message };
  }
}

describe('scanFile()', () => {
  let folder = '';
  let file = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'idvkit-scan-'));
    file = join(folder, 'payload.json');
    writePayload(file, 'snippets', { bytes: 5_000_000, seed: 7, copies: 8 });
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('tells the same as from a stream', async () => {
    const found = await read(file);
    expect(found.problem).toBeUndefined();
    expect(found.lines.length).toBeGreaterThan(50);
    expect(await readStream(file)).toEqual(found);
  });

  it('explains a wrong byte, and where a file is cut off', async () => {
    const bytes = readFileSync(file);
    // A blank: within a character, it would be the UTF-8 that is wrong.
    const place = bytes.indexOf(' ', 3_000_000);
    const wrong = join(folder, 'wrong-byte.json');
    writeFileSync(wrong, bytes.fill(0x01, place, place + 1));
    expect((await read(wrong)).problem).toContain(`at byte ${place} `);
    expect(await readStream(wrong)).toEqual(await read(wrong));
    truncateSync(wrong, 2_500_000);
    expect((await read(wrong)).problem).toContain('cut off at byte 2500000 ');
  });

  it('waits for what it reads ahead before another scan has its memory', async () => {
    const wrong = join(folder, 'wrong.json');
    writeFileSync(wrong, `{"a":1,}${'x'.repeat(4_000_000)}`);
    const scanned = await read(file);
    for (let times = 0; times < 20; times += 1) {
      await expect(scanFile(wrong, new Ledger())).rejects.toThrow('at byte 7 ');
      const ledger = new Ledger();
      await scan([Buffer.from('{"a":['), Buffer.from('"text"]}')], ledger);
      expect(ledger.lines).toEqual([0, 5, 'text', 13, 14]);
    }
    expect(await read(file)).toEqual(scanned);
  });

  it('stops when it is told to', async () => {
    await expect(scanFile(file, new Ledger(), { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });

  it('refuses a file that is not there', async () => {
    await expect(scanFile(join(folder, 'none.json'), new Ledger())).rejects.toThrow('ENOENT');
  });
});
