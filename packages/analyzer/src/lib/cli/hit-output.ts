import { resolve } from 'node:path';

import type { Io } from '@idvkit/cli-kit';
import type { HitProfile } from '@idvkit/schema/formats';

import type { HitSink } from '../export/exported-hit.ts';
import type { DocumentSink } from '../export/parquet-submissions.ts';

/** Files that are asked for, as they were typed. */
export interface OutputOptions {
  readonly hits?: readonly string[];
  readonly submissions?: readonly string[];
}

/** Files that hits and submissions are written to while inputs are read. */
export interface HitOutput {
  /** Empty if no file is asked for. */
  readonly sinks: readonly HitSink[];
  /** Present if a table of submissions is asked for. */
  readonly submissions: Pick<DocumentSink, 'add'> | undefined;
  /** Completes the files if all was read, and says so. Otherwise it removes them. */
  finish(isWhole: boolean): void;
  /** Removes the files. */
  discard(): void;
}

/**
 * Opens the files for hits and submissions. Hits are Parquet if the name ends in `.parquet`, or else JSON lines.
 *
 * @throws {CliError} `file-unwritable`.
 */
export async function openHitOutput(
  { hits = [], submissions = [] }: OutputOptions,
  { profile, io }: { readonly profile: HitProfile; readonly io: Io },
): Promise<HitOutput> {
  const sinks: HitSink[] = [];
  const tables: DocumentSink[] = [];
  const discard = (): void => {
    for (const sink of [...sinks, ...tables]) sink.discard();
  };
  try {
    for (const file of hits) sinks.push(await openSink(resolve(io.cwd, file), profile));
    for (const file of submissions) {
      const { ParquetSubmissions } = await import('../export/parquet-submissions.ts');
      tables.push(new ParquetSubmissions(resolve(io.cwd, file)));
    }
  } catch (error) {
    discard();
    throw error;
  }
  return {
    sinks,
    submissions: tables.length === 0 ? undefined : { add: (row) => tables.forEach((table) => table.add(row)) },
    discard,
    finish: (isWhole) => {
      if (isWhole) for (const sink of [...sinks, ...tables]) sink.commit();
      else discard();
      for (const file of [...hits, ...submissions]) {
        io.stderr.write(
          isWhole
            ? `idvkit: Wrote "${file}". It holds personal data; only you may read it.\n`
            : `idvkit: Did not write "${file}": not all was read.\n`,
        );
      }
    },
  };
}

async function openSink(path: string, profile: HitProfile): Promise<HitSink> {
  // What writes files is loaded only if it is needed.
  if (!/\.parquet$/i.test(path)) {
    const { NdjsonHits } = await import('../export/ndjson-hits.ts');
    return new NdjsonHits(path);
  }
  const { ParquetHits } = await import('../export/parquet-hits.ts');
  return new ParquetHits(path, profile);
}
