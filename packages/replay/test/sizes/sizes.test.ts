import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { proveSize, type SizeProof } from './prove-size.ts';
import { sizedBody } from './sized-body.ts';

/** Tests read sources. */
const command = ['--conditions=@idvkit/source', fileURLToPath(new URL('../../../idvkit/src/bin.ts', import.meta.url))];

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-sizes-'));
});

afterEach(() => rm(folder, { recursive: true }));

// `prove:sizes` takes bodies of 1 byte to 4 GiB, and measures memory.
it('gives a body that is larger than any buffer back as it came', async () => {
  const proofs: SizeProof[] = [];
  for await (const proof of proveSize(sizedBody(3_000_001), { command, folder: join(folder, 'archive') }))
    proofs.push(proof);
  expect(proofs.length).toBeGreaterThan(4);
  expect(proofs.filter(({ isInOrder, isSame }) => !isInOrder || !isSame)).toEqual([]);
});
