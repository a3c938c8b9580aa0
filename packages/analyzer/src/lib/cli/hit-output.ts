import { resolve } from 'node:path';

import { CliError, type Io } from '@idvkit/cli-kit';
import type { HitProfile } from '@idvkit/schema/formats';

import type { HitSink } from '../export/exported-hit.ts';
import type { DocumentSink } from '../export/parquet-submissions.ts';

/** Files that are asked for, as they were typed. */
export interface OutputOptions {
  readonly hits?: readonly string[];
  readonly submissions?: string | undefined;
}

/** Files that hits and submissions are written to while inputs are read. */
export interface HitOutput {
  /** Empty if no file is asked for. */
  readonly sinks: readonly HitSink[];
  /** Present if a table of submissions is asked for. */
  readonly submissions: DocumentSink | undefined;
  /** Completes the files if all was read, and says so. Otherwise it removes them. */
  finish(isWhole: boolean): void;
  /** Removes the files. */
  discard(): void;
}

/**
 * Opens the files that `--hits` and `--submissions` name.
 *
 * @throws {CliError} `file-unwritable`, `hits-target-unknown`.
 */
export async function openHitOutput(
  { hits = [], submissions }: OutputOptions,
  { profile, io }: { readonly profile: HitProfile; readonly io: Io },
): Promise<HitOutput> {
  const targets = hits.map((text) => parseTarget(text, 'hits', ['ndjson', 'parquet']));
  const table = submissions === undefined ? undefined : parseTarget(submissions, 'submissions', ['parquet']).file;
  const files = [...targets.map(({ file }) => file), table].filter((file) => file !== undefined);
  const sinks: HitSink[] = [];
  let documents: DocumentSink | undefined;
  const all = (): readonly Pick<HitSink, 'commit' | 'discard'>[] => [...sinks, ...(documents ? [documents] : [])];
  const discard = (): void => {
    for (const sink of all()) sink.discard();
  };
  try {
    for (const { kind, file } of targets) sinks.push(await openSink(kind, resolve(io.cwd, file), profile));
    if (table !== undefined) {
      const { ParquetSubmissions } = await import('../export/parquet-submissions.ts');
      documents = new ParquetSubmissions(resolve(io.cwd, table));
    }
  } catch (error) {
    discard();
    throw error;
  }
  return {
    sinks,
    submissions: documents,
    discard,
    finish: (isWhole) => {
      if (isWhole) for (const sink of all()) sink.commit();
      else discard();
      for (const file of files) {
        io.stderr.write(
          isWhole
            ? `idvkit: Wrote "${file}". It holds personal data; only you may read it.\n`
            : `idvkit: Did not write "${file}": not all was read.\n`,
        );
      }
    },
  };
}

/** Reads the value of an option that takes a kind and a file: `ndjson=FILE`, `parquet=FILE`. */
function parseTarget<Kind extends string>(
  text: string,
  flag: string,
  kinds: readonly Kind[],
): { kind: Kind; file: string } {
  const kind = kinds.find((each) => text.startsWith(`${each}=`) && text.length > each.length + 1);
  if (kind !== undefined) return { kind, file: text.slice(kind.length + 1) };
  throw new CliError({
    code: 'hits-target-unknown',
    message: `Cannot write ${flag}: --${flag} takes a kind and a file.`,
    fix: `Write ${kinds.map((each) => `--${flag} ${each}=FILE`).join(' or ')}.`,
  });
}

async function openSink(kind: 'ndjson' | 'parquet', path: string, profile: HitProfile): Promise<HitSink> {
  // What writes files is loaded only if it is needed.
  if (kind === 'ndjson') {
    const { NdjsonHits } = await import('../export/ndjson-hits.ts');
    return new NdjsonHits(path);
  }
  const { ParquetHits } = await import('../export/parquet-hits.ts');
  return new ParquetHits(path, profile);
}
