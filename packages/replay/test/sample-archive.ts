import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Archive, type CaptureDetails } from '@idvkit/archive';
import type { Captured } from '@idvkit/schema/formats';

/** An archive in a temporary folder. */
export interface SampleArchive {
  readonly archive: Archive;
  /** Keeps bodies as captures, numbered from 1; of one second each after the other. */
  keep(bodies: readonly (string | Uint8Array)[], details?: Partial<CaptureDetails>): Promise<Captured[]>;
  remove(): Promise<void>;
}

export async function sampleArchive(): Promise<SampleArchive> {
  const folder = await mkdtemp(join(tmpdir(), 'idvkit-replay-'));
  const archive = Archive.create(folder);
  return {
    archive,
    keep: async (bodies, details) => {
      const writer = archive.openWriter();
      const captures: Captured[] = [];
      for (const [index, body] of bodies.entries()) {
        const stream = (async function* () {
          yield Buffer.from(body);
        })();
        captures.push(
          await writer.keep(stream, {
            receivedAt: new Date(Date.UTC(2026, 0, 5, 3, 0, index)).toISOString(),
            method: 'POST',
            path: '/',
            headers: [],
            bearer: 'match',
            answer: 204,
            ...details,
          }),
        );
      }
      return captures;
    },
    remove: async () => {
      await archive.close();
      await rm(folder, { recursive: true });
    },
  };
}
