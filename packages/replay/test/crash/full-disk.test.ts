import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { fillDisk } from './full-disk.ts';

const bin = fileURLToPath(new URL('../../../idvkit/src/bin.ts', import.meta.url));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-full-'));
});

afterEach(() => rm(folder, { recursive: true }));

it('loses nothing that it acknowledged where a file cannot grow, and says what happened', async () => {
  // No file longer than some hundred kilobytes: what a quota does, and anybody may set. A full disk is scripts/full-disk.ts.
  const limited = `ulimit -f 300; exec "${process.execPath}" --conditions=@idvkit/source "${bin}" "$@"`;
  const report = await fillDisk({ folder, command: ['bash', '-c', limited, 'bash'], bodyBytes: 2_000 });
  expect(report).toEqual({
    acknowledged: report.acknowledged,
    refused: report.refused,
    acknowledgedAfterwards: 0,
    lost: 0,
    faults: [],
    messages: ['idvkit: Cannot keep a delivery: the disk failed. It was answered 503.'],
  });
  expect(report.acknowledged).toBeGreaterThan(5);
  expect(report.refused).toBeGreaterThanOrEqual(20);
});
