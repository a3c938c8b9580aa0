import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { verifyArchive } from '../src/index.ts';
import { sampleArchive, type SampleArchive } from './sample-archive.ts';

let sample: SampleArchive;

beforeEach(async () => {
  sample = await sampleArchive();
});

afterEach(async () => {
  await sample.remove();
});

describe('verifyArchive()', () => {
  it('finds an archive in order', async () => {
    await sample.keep(['{"a":1}']);
    expect(await verifyArchive(sample.archive)).toEqual({ captures: 1, bytes: 7, faults: [], complete: true });
  });

  it('takes nothing for a fault that came or went meanwhile', async () => {
    await sample.keep(['{"a":1}', '{"a":2}']);
    const { archive } = sample;
    const { bodies } = archive;
    let looks = 0;
    const locate = bodies.locate.bind(bodies);
    bodies.locate = async (sha256) => {
      looks += 1;
      if (looks === 1) {
        const writer = await archive.openWriter();
        await writer.erase([2]);
        await writer.close();
        await sample.keep(['{"a":3}']);
      }
      return locate(sha256);
    };
    expect((await verifyArchive(archive)).faults).toEqual([]);
    expect(looks).toBeGreaterThan(1);
  });

  it('finds torn lines, changed bodies and what nobody names', async () => {
    const [captured] = await sample.keep(['{"a":1}']);
    const { archive } = sample;
    const path = archive.bodies.pathOf(captured?.body.sha256 ?? '');
    await writeFile(path, 'x'.repeat(7));
    await writeFile(join(archive.folder, 'bodies', 'left.part'), 'half');
    await appendFile(join(archive.folder, 'journal.ndjson'), '{"kind":');
    expect((await verifyArchive(archive)).faults).toEqual([
      { kind: 'journal-line', file: 'journal.ndjson', line: 2, problem: 'has no checksum' },
      { kind: 'body-changed', id: 1 },
      { kind: 'orphan', file: join('bodies', 'left.part'), origin: 'unfinished' },
    ]);
  });
});
