import { resolve } from 'node:path';

import { CliError, type Io } from '@idvkit/cli-kit';

import type { HitSink } from '../export/exported-hit.ts';
import { indexedSource } from '../export/hit-index.ts';
import { IndexHits } from '../export/index-hits.ts';
import { NdjsonHits } from '../export/ndjson-hits.ts';
import type { InputSource } from '../input/input-source.ts';
import { onlySource, wrongUse } from './sources.ts';

/** Files that hits are written to while inputs are read. */
export interface HitOutput {
  /** Empty if no file is asked for. */
  readonly sinks: readonly HitSink[];
  /** Completes the files if all was read, and says so. Otherwise it removes them. */
  finish(isWhole: boolean): void;
  /** Removes the files. */
  discard(): void;
}

/**
 * Opens the files that `--hits` and `--index` name.
 *
 * @param label Path within a hit to its label.
 * @throws {CliError} `file-unwritable`, `hits-target-unknown`; `usage` if an index would be of several inputs, or of no file.
 */
export async function openHitOutput(
  { hits, index }: { readonly hits: readonly string[]; readonly index?: string | undefined },
  sources: readonly InputSource[],
  { label, io }: { readonly label: string; readonly io: Io },
): Promise<HitOutput> {
  const targets = hits.map(parseHitsTarget);
  const files = [...targets.map(({ file }) => file), ...(index === undefined ? [] : [index])];
  const sinks: HitSink[] = [];
  const discard = (): void => {
    for (const sink of sinks) sink.discard();
  };
  const inputOfIndex = index === undefined ? undefined : onlySource(sources, '--index looks');
  if (inputOfIndex && inputOfIndex.kind !== 'file') throw wrongUse('An index is of a file, which can be opened again.');
  try {
    for (const { kind, file } of targets) sinks.push(await openSink(kind, resolve(io.cwd, file)));
    if (index !== undefined && inputOfIndex) {
      const source = await indexedSource(inputOfIndex.path);
      sinks.push(new IndexHits(resolve(io.cwd, index), { label, source }));
    }
  } catch (error) {
    discard();
    throw error;
  }
  return {
    sinks,
    discard,
    finish: (isWhole) => {
      if (isWhole) for (const sink of sinks) sink.commit();
      else discard();
      for (const file of files) {
        io.stderr.write(
          isWhole
            ? `idv-analyze: Wrote "${file}". It holds personal data; only you may read it.\n`
            : `idv-analyze: Did not write "${file}": not all was read.\n`,
        );
      }
    },
  };
}

/** Reads the value of `--hits`: `ndjson=FILE` or `parquet=FILE`. */
function parseHitsTarget(text: string): { readonly kind: 'ndjson' | 'parquet'; readonly file: string } {
  const [, kind, file] = /^([a-z]+)=(.+)$/s.exec(text) ?? [];
  if ((kind === 'ndjson' || kind === 'parquet') && file !== undefined) return { kind, file };
  throw new CliError({
    code: 'hits-target-unknown',
    message: 'Cannot write hits: --hits takes a kind and a file.',
    fix: 'Write --hits ndjson=FILE or --hits parquet=FILE.',
  });
}

async function openSink(kind: 'ndjson' | 'parquet', path: string): Promise<HitSink> {
  if (kind === 'ndjson') return new NdjsonHits(path);
  // The library is loaded only if it is needed.
  const { ParquetHits } = await import('../export/parquet-hits.ts');
  return new ParquetHits(path);
}
