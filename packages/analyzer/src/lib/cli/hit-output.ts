import { resolve } from 'node:path';

import type { Io } from '@idvkit/cli-kit';

import { HitExport } from '../export/hit-export.ts';
import { indexedSource } from '../export/hit-index.ts';
import { IndexHits } from '../export/index-hits.ts';
import { openSinks, parseHitsTarget } from '../export/open-sinks.ts';
import type { InputSource } from '../input/input-source.ts';
import type { AnalyzeOptions } from './analyze-options.ts';
import { onlySource, wrongUse } from './only-source.ts';

/** Files that hits go to while inputs are read. */
export interface HitOutput {
  readonly exported: HitExport | undefined;
  /** Makes the files if all was read, and says so; leaves none behind if not. */
  finish(isWhole: boolean): void;
  /** Leaves no files behind. */
  discard(): void;
}

/**
 * Opens the files that `--hits` and `--index` name.
 *
 * @param label Path within a hit to its label.
 * @throws {CliError} `file-unwritable`, `hits-target-unknown`; `usage` where an index has no one file to be of.
 */
export async function openHitOutput(
  options: Pick<AnalyzeOptions, 'hits' | 'index'>,
  sources: readonly InputSource[],
  { label, io }: { readonly label: string; readonly io: Io },
): Promise<HitOutput> {
  const targets = options.hits.map(parseHitsTarget);
  const files = [...targets.map(({ file }) => file), ...(options.index === undefined ? [] : [options.index])];
  let index: IndexHits | undefined;
  if (options.index !== undefined) {
    const source = onlySource(sources, '--index looks');
    if (source.kind !== 'file') throw wrongUse('An index is of a file, which can be opened again.');
    index = new IndexHits(resolve(io.cwd, options.index), label);
    index.of(await indexedSource(source.path));
  }
  let sinks;
  try {
    sinks = [...(await openSinks(targets, io.cwd)), ...(index ? [index] : [])];
  } catch (error) {
    index?.discard();
    throw error;
  }
  const exported = sinks.length === 0 ? undefined : new HitExport(sinks);
  return {
    exported,
    finish: (isWhole) => {
      if (!exported) return;
      if (isWhole) {
        exported.commit();
        for (const file of files) {
          io.stderr.write(`idv-analyze: Wrote "${file}". It holds personal data; only you may read it.\n`);
        }
      } else {
        exported.discard();
        for (const file of files) io.stderr.write(`idv-analyze: Did not write "${file}": not all was read.\n`);
      }
    },
    discard: () => exported?.discard(),
  };
}
