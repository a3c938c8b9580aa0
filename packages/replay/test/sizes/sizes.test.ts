import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { proveSize } from './prove-size.ts';
import { sizedBody } from './sized-body.ts';

/** Tests read sources. */
const command = ['--conditions=@idvkit/source', fileURLToPath(new URL('../../src/bin.ts', import.meta.url))];
const MIB = 2 ** 20;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-sizes-'));
});

afterEach(() => rm(folder, { recursive: true }));

it('gives bodies of any size back as they came, and needs no more memory for large ones', async () => {
  const peaks = new Map<string, number[]>();
  for (const bytes of [1, 64 * MIB]) {
    const options = { command, folder: join(folder, String(bytes)) };
    for await (const { command: name, isInOrder, isSame, peakMiB } of proveSize(sizedBody(bytes), options)) {
      expect({ bytes, name, isInOrder, isSame }).toEqual({ bytes, name, isInOrder: true, isSame: true });
      peaks.set(name, [...(peaks.get(name) ?? []), peakMiB]);
    }
  }
  for (const [name, all] of peaks) {
    const growth = Math.round((all.at(-1) ?? 0) - (all[0] ?? 0));
    // What is read but not collected yet comes to some 30 MiB; whoever held the body would need 64.
    expect(`${name} grew by ${growth < 56 ? 'little' : `${growth} MiB`}`).toBe(`${name} grew by little`);
  }
}, 600_000);
