import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runsOfTheDay } from '../../../../tools/of-the-day.ts';
import { scanSegment } from '../../src/lib/scan/file/scan-segment.ts';
import { SegmentThread } from '../../src/lib/scan/file/segment-thread.ts';
import { START, TO, type SegmentOrder } from '../../src/lib/scan/file/segment.ts';
import { SharedScan } from '../../src/lib/scan/file/shared-scan.ts';
import type { HitMeasures } from '../../src/lib/scan/hits-statistics.ts';
import { JsonError } from '../../src/lib/scan/json-error.ts';
import { WasmScanner, type SegmentScan } from '../../src/lib/scan/wasm/wasm-scanner.ts';
import { Witness } from './witness.ts';

const measures: HitMeasures = {
  id: ['identity', 'label'],
  kind: ['values', 'scripts'],
  'urls[]': ['domain', 'repeats'],
  'dates[]': ['year'],
  list: ['aliases'],
};

let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-shared-'));
  file = join(folder, 'document.json');
});
afterAll(() => rm(folder, { recursive: true }));

interface Shared {
  /** Bytes between two threads, and of a chunk. */
  readonly gapBytes: number;
  readonly chunkBytes: number;
  /** Bytes that each segment has at least, one after the other. */
  readonly lengths: readonly number[];
  /** A thread that reads them. Default: this one. */
  readonly thread?: SegmentThread;
}

interface Scanned {
  readonly told: readonly unknown[];
  readonly problem: string | undefined;
  readonly position: unknown;
}

/** Scans bytes, with others that read segments or alone; `taken` is called with each segment that was of use. */
async function scan(
  bytes: Uint8Array,
  shared?: Shared,
  taken: (segment: SegmentScan) => void = () => {},
): Promise<Scanned> {
  const witness = new Witness();
  const scanner = new WasmScanner(witness, { measures });
  writeFileSync(file, bytes);
  const descriptor = openSync(file, 'r');
  let segments = 0;
  let started: unknown;
  const read = async (order: SegmentOrder): Promise<SegmentScan | undefined> => {
    const length = shared?.lengths[segments % shared.lengths.length] ?? 0;
    segments += 1;
    order.signals[TO] = BigInt(order.from + 1 + length);
    if (!shared?.thread) return scanSegment(descriptor, order);
    started = Atomics.waitAsync(order.signals, START, 0n).value;
    return shared.thread.read(order);
  };
  const takeOver = scanner.takeOver.bind(scanner);
  scanner.takeOver = (segment, knew) => {
    const isTaken = takeOver(segment, knew);
    if (isTaken) taken(segment);
    return isTaken;
  };
  const others = new SharedScan(
    { size: bytes.length, threads: shared ? [{ read }] : [], gapBytes: shared?.gapBytes ?? bytes.length },
    scanner,
    { measures },
  );
  try {
    while (scanner.bytes < bytes.length) {
      const chunk = bytes.subarray(scanner.bytes, scanner.bytes + (shared?.chunkBytes ?? 1_000_000));
      scanner.chunk().set(chunk);
      let stop = scanner.wrote(chunk.length);
      others.share();
      await started;
      while (stop !== undefined) {
        await others.meet();
        stop = scanner.resume();
      }
    }
    scanner.end();
    return { told: witness.told, problem: undefined, position: undefined };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { told: witness.told, problem: error.message, position: error.position };
  } finally {
    scanner.stop();
    closeSync(descriptor);
  }
}

const hostile = '},{"id":"x","kind":"\\"},{\\"id\\":1';
const text = fc.oneof(
  fc.constantFrom('', hostile, '\\', '"', '},\n {"kind":', 'é\u0007\uD800', 'สวัสดี'),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);
/** Members of hits: most are small, some have many keys, hosts or values, or other hits in them. */
const member = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom('id', 'kind', 'score'), text) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('kind'), fc.nat(400)) },
  {
    weight: 2,
    arbitrary: fc.tuple(
      fc.constant('list'),
      fc.array(fc.record({ id: text, kind: text }, { requiredKeys: [] }), { maxLength: 4 }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(160), fc.nat(90), fc.nat(5))
      .map(([from, count, more]) => [
        'map',
        Object.fromEntries(range(from, count).map((key) => [`k${key}`, range(0, more)])),
      ]),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.nat(4_000), fc.constantFrom(3, 600))
      .map(([from, count]) => ['urls', range(from, count).map((host) => `https://h${host}.example/`)]),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('dates'), fc.array(fc.constantFrom('2020-01-01', '19', '1999'))) },
  {
    weight: 1,
    arbitrary: fc.nat(30).map((depth) => ['deep', JSON.parse('['.repeat(depth + 1) + ']'.repeat(depth + 1))]),
  },
  { weight: 1, arbitrary: fc.tuple(fc.string({ maxLength: 3 }), text) },
) as fc.Arbitrary<[string, unknown]>;
const indent = fc.constantFrom(undefined, 1, '\t');
/** Hits as written, with keys in any order and some twice, each formatted in its own way. */
const hitText = fc
  .tuple(fc.array(member, { maxLength: 6 }), indent)
  .map(
    ([members, gap]) =>
      `{${members.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value, null, gap)}`).join(gap === undefined ? ',' : ',\n')}}`,
  );
const hits = fc
  .tuple(
    fc.array(hitText, { minLength: 3, maxLength: 25 }),
    fc.integer({ min: 1, max: 12 }),
    fc.constantFrom(',', ' ,\n\t'),
  )
  .map(([some, times, comma]) => Array.from({ length: times }, () => some.join(comma)).join(comma));
const document = fc
  .tuple(
    hits,
    hits,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 1 }),
    fc.option(fc.nat(), { freq: 6 }),
  )
  .map(([first, second, flips, length]) => {
    const bytes = new TextEncoder().encode(`{"a":[{"hits":[${first}]},\n{"hits":\n[${second}],"b":1}]}`);
    for (const [place, byte] of flips) bytes[place % bytes.length] = byte;
    return length === null ? bytes : bytes.subarray(0, length % bytes.length);
  });
const shared = fc.record({
  gapBytes: fc.integer({ min: 20, max: 4_000 }),
  chunkBytes: fc.integer({ min: 10, max: 3_000 }),
  lengths: fc.array(fc.nat(20_000), { minLength: 1, maxLength: 4 }),
});

describe('a scan that others share', () => {
  it('tells what one scan tells, of any document, wherever segments start and end', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(document, shared, async (bytes, how) => {
        expect(await scan(bytes, how, () => (taken += 1))).toEqual(await scan(bytes));
      }),
      { numRuns: runsOfTheDay(300) },
    );
    expect(taken).toBeGreaterThan(10);
  });

  it('takes over what another thread counts, of hits with keys in any order and more hosts than are counted', async () => {
    const hit = (index: number): string => {
      const url = `https://h${(index * 7) % 5_000}.example`;
      return JSON.stringify(
        index % 3 ? { id: index, urls: [url], kind: 'a' } : { kind: hostile, urls: [url], id: index },
      );
    };
    const bytes = Buffer.from(`{"hits":[${Array.from({ length: 40_000 }, (_, index) => hit(index)).join(',')}]}`);
    writeFileSync(file, bytes);
    const opened = openSync(file, 'r');
    const thread = new SegmentThread(opened);
    // Another file may take the name of one that is read.
    rmSync(file);
    try {
      const lengths: number[] = [];
      const how = { gapBytes: 700_000, chunkBytes: 100_000, lengths: [300_000], thread };
      const two = await scan(bytes, how, ({ start, end }) => void lengths.push(end.offset - start));
      expect(two).toEqual(await scan(bytes));
      expect(Math.max(...lengths)).toBeGreaterThan(300_000);
    } finally {
      await thread.end();
      closeSync(opened);
    }
  });
});
