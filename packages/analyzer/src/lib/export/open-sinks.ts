import { resolve } from 'node:path';

import { CliError } from '@idvkit/cli-kit';

import type { HitSink } from './exported-hit.ts';
import { NdjsonHits } from './ndjson-hits.ts';

const KINDS = ['ndjson', 'parquet'] as const;

/** A file that hits are written to. */
export interface HitsTarget {
  readonly kind: (typeof KINDS)[number];
  readonly file: string;
}

/**
 * Reads what stands behind `--hits`: `ndjson=FILE` or `parquet=FILE`.
 *
 * @throws {CliError} `hits-target-unknown` for anything else.
 */
export function parseHitsTarget(text: string): HitsTarget {
  const [, kind, file] = /^([a-z]+)=(.+)$/s.exec(text) ?? [];
  const known = KINDS.find((each) => each === kind);
  if (known === undefined || file === undefined) {
    throw new CliError({
      code: 'hits-target-unknown',
      message: 'Cannot write hits: --hits takes a kind and a file.',
      fix: `Write --hits ${KINDS.map((each) => `${each}=FILE`).join(' or --hits ')}.`,
    });
  }
  return { kind: known, file };
}

/** Opens the files that hits are written to, or none of them. @throws {CliError} `file-unwritable`. */
export async function openSinks(targets: readonly HitsTarget[], cwd: string): Promise<readonly HitSink[]> {
  const sinks: HitSink[] = [];
  try {
    for (const { kind, file } of targets) {
      const path = resolve(cwd, file);
      if (kind === 'ndjson') sinks.push(new NdjsonHits(path));
      else {
        // The library is loaded only where it is asked for.
        const { ParquetHits } = await import('./parquet-hits.ts');
        sinks.push(new ParquetHits(path));
      }
    }
  } catch (error) {
    for (const sink of sinks) sink.discard();
    throw error;
  }
  return sinks;
}
