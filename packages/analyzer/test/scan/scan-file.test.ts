import { createReadStream, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
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

async function read(file: string, threads?: number): Promise<{ lines: unknown[]; sum: number; problem?: string }> {
  const ledger = new Ledger();
  try {
    await (threads === undefined
      ? scan(createReadStream(file), ledger, { measures })
      : scanFile(file, ledger, { measures, threads }));
    return { lines: ledger.lines, sum: ledger.sum };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { lines: ledger.lines, sum: ledger.sum, problem: error.message };
  }
}

describe('scanFile()', () => {
  let folder = '';
  let file = '';
  const bytes = 72 * 1_024 * 1_024;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'idvkit-scan-'));
    file = join(folder, 'payload.json');
    writePayload(file, 'snippets', { bytes, seed: 7, copies: 8 });
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('tells the same with one thread, two, three, and from a stream', async () => {
    const one = await read(file, 1);
    expect(one.problem).toBeUndefined();
    expect(one.lines.length).toBeGreaterThan(50);
    expect(await read(file, 2)).toEqual(one);
    expect(await read(file, 3)).toEqual(one);
    expect(await read(file)).toEqual(one);
  });

  it('reads on by itself where segments of large hits cannot be used', async () => {
    const wide = join(folder, 'wide.json');
    writePayload(wide, 'wide', { bytes, seed: 1 });
    expect(await read(wide, 2)).toEqual(await read(wide, 1));
  });

  it('counts the hosts that come first, whichever thread meets too many of them', async () => {
    const other = join(folder, 'hosts.json');
    const hit = (index: number): object => ({
      doc: { id: index, text: 'x'.repeat(1_000), media: [{ url: `https://h${index % 9_000}.example` }] },
    });
    writeFileSync(other, JSON.stringify({ hits: Array.from({ length: bytes / 1_000 }, (_, index) => hit(index)) }));
    const one = await read(other, 1);
    expect(one.lines).toContainEqual(expect.objectContaining({ limited: true }));
    expect(await read(other, 2)).toEqual(one);
  });

  it('explains a wrong byte in what another thread reads as it does with one thread', async () => {
    const handle = await open(file, 'r+');
    const from = 45 * 1_024 * 1_024;
    const before = Buffer.alloc(4_096);
    await handle.read(before, 0, before.length, from);
    // A blank: within a character, it would be the UTF-8 that is wrong.
    const place = from + before.indexOf(' ');
    await handle.write(Buffer.from([0x01]), 0, 1, place);
    const one = await read(file, 1);
    const two = await read(file, 2);
    await handle.write(before, place - from, 1, place);
    await handle.close();
    expect(one.problem).toContain(`at byte ${place} `);
    expect(two).toEqual(one);
  });

  it('says where a file is cut off, whichever thread was reading there', async () => {
    const cut = join(folder, 'cut.json');
    writePayload(cut, 'hits', { bytes, seed: 8, copies: 8 });
    truncateSync(cut, bytes - 1_000_000);
    const one = await read(cut, 1);
    expect(one.problem).toContain(`cut off at byte ${bytes - 1_000_000} `);
    expect(await read(cut, 2)).toEqual(one);
  });

  it('waits for what it reads ahead before another scan has its memory', async () => {
    const wrong = join(folder, 'wrong.json');
    writeFileSync(wrong, `{"a":1,}${'x'.repeat(4_000_000)}`);
    const scanned = await read(file, 1);
    for (let times = 0; times < 20; times += 1) {
      await expect(scanFile(wrong, new Ledger())).rejects.toThrow('at byte 7 ');
      const ledger = new Ledger();
      await scan([Buffer.from('{"a":['), Buffer.from('"text"]}')], ledger);
      expect(ledger.lines).toEqual([0, 5, 'text', 13, 14]);
    }
    expect(await read(file, 1)).toEqual(scanned);
  });

  it('stops when it is told to', async () => {
    await expect(scanFile(file, new Ledger(), { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    await expect(scanFile(file, new Ledger(), { threads: 2, signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });

  it('refuses what is no number of threads, and a file that is not there', async () => {
    await expect(scanFile(file, new Ledger(), { threads: 0 })).rejects.toThrow(
      'threads must be an integer from 1 to 16',
    );
    await expect(scanFile(join(folder, 'none.json'), new Ledger())).rejects.toThrow('ENOENT');
  });
});
