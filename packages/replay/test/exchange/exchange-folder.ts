import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Archive } from '@idvkit/archive';
import { createTestIo } from '@idvkit/cli-kit/testing';
import type { Captured } from '@idvkit/schema/formats';
import { generateSubmission } from '@idvkit/schema/generators';
import { afterEach, beforeEach } from 'vitest';

import { main } from '../command-line.ts';

export const SECRET = 'not-to-be-seen';
const env = { IDV_WEBHOOK_SECRET: SECRET };
export const BODY = JSON.stringify(generateSubmission({ seed: 1 }));
export const BINARY = Buffer.from([0xff, 0x00, 0x22, 0x5c, 0xc3, 0x28]);
/** Bodies that a format could spoil. */
export const bodies = [
  Buffer.from(BODY),
  BINARY,
  Buffer.from('\uFEFF{"a": "ü\u2028\\u0000"}\n'),
  Buffer.alloc(0),
  Buffer.from(`"${'é'.repeat(200_000)}"`),
];

/** A delivery to capture. */
export interface Delivery {
  readonly body: string;
  /** Second of the minute in which it was received. */
  readonly second: number;
  /** True if the sender went away before the end. */
  readonly isBroken?: boolean;
}

/** A folder to export from and import into, new for each test. */
export interface ExchangeFolder {
  readonly cwd: string;
  replay(argv: readonly string[], stdin?: string): Promise<{ code: number; stdout: string; stderr: string }>;
  /** Writes an archive of that name, and erases captures of it. */
  writeArchive(name: string, deliveries: readonly Delivery[], erase?: readonly number[]): Promise<void>;
  /** Fills `idvkit.capture`. */
  archived(): Promise<void>;
  capturesOf(folder: string): Promise<{ captured: Captured; body: Buffer }[]>;
  importText(name: string, text: string | Buffer, ...options: string[]): ReturnType<ExchangeFolder['replay']>;
}

/** Prepares an {@link ExchangeFolder} before each test of a file, and removes it after. */
export function useExchangeFolder(): ExchangeFolder {
  let cwd: string;
  beforeEach(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'idvkit-exchange-'));
  });
  afterEach(() => rm(cwd, { recursive: true }));

  const replay: ExchangeFolder['replay'] = async (argv, stdin = '') => {
    const io = createTestIo({ cwd, env, stdin });
    const code = await main(argv, io);
    return { code, stdout: io.stdoutText, stderr: io.stderrText };
  };
  return {
    get cwd() {
      return cwd;
    },
    replay,
    writeArchive: async (name, deliveries, erase = []) => {
      const archive = Archive.create(join(cwd, name));
      const writer = archive.openWriter();
      for (const { body, second, isBroken = false } of deliveries) {
        await writer.keep(
          (async function* once() {
            yield Buffer.from(body);
            if (isBroken) throw new Error('gone');
          })(),
          {
            receivedAt: `2026-01-05T03:00:0${second}.000Z`,
            method: 'POST',
            path: '/hook',
            headers: [['X-One', name]],
            bearer: 'match',
            answer: 204,
          },
        );
      }
      if (erase.length > 0) await archive.erase(erase);
      await archive.close();
    },
    archived: async () => {
      const archive = Archive.create(join(cwd, 'idvkit.capture'));
      const writer = archive.openWriter();
      for (const [at, body] of bodies.entries()) {
        await writer.keep(
          (async function* once() {
            yield body;
          })(),
          {
            receivedAt: `2026-01-05T03:00:0${at}.000Z`,
            method: 'POST',
            path: `/hook?n=${at}&q='x'`,
            headers: [
              ['Content-Type', 'application/json'],
              ['X-One', "it's"],
              ['x-one', 'twice'],
              ['constructor', 'built'],
              ['X-Token', '[redacted]'],
            ],
            bearer: 'match',
            answer: at === 3 ? null : 204,
          },
        );
      }
    },
    capturesOf: async (folder) => {
      const archive = Archive.open(join(cwd, folder));
      return Promise.all(
        archive.captures().map(async (captured) => ({
          captured,
          body: Buffer.concat((await archive.openBody(captured).toArray()) as Uint8Array[]),
        })),
      );
    },
    importText: async (name, text, ...options) => {
      await writeFile(join(cwd, name), text);
      return replay(['archive', 'import', name, '--dir', 'in', ...options]);
    },
  };
}
