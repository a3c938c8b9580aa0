import { parseInteger, type Io } from '@idvkit/cli-kit';
import type { HitProfile } from '@idvkit/schema/formats';

import type { HitSink } from '../export/exported-hit.ts';
import type { DocumentSink } from '../export/parquet-submissions.ts';

/** Options of how inputs are read, as they were typed. */
export interface ReadingOptions {
  readonly profile?: string | undefined;
  readonly lines?: boolean | undefined;
  readonly merge?: readonly string[] | undefined;
  /** File with the names of inputs. */
  readonly filesFrom?: string | undefined;
  readonly workers?: number | undefined;
  readonly reveal?: boolean | undefined;
}

export interface ReadContext {
  readonly io: Io;
  readonly profile: HitProfile;
  /** Files that the hits are written to. */
  readonly sinks: readonly HitSink[];
  /** Table of submissions. */
  readonly submissions?: Pick<DocumentSink, 'add'> | undefined;
  /** Inputs of a list that do not exist. Default 0. */
  readonly missing?: number | undefined;
}

// Flags and descriptions that several commands share.
export const INPUTS = [
  '[input...]',
  'Files, folders, globs, capture archives, URLs, or - for standard input; also in gzip or zstd',
] as const;
export const PROFILE = ['--profile <file>', 'Fields of a hit that are shown: {"label": …, "values": […]}'] as const;
export const LINES = ['--lines', 'Read a document per line; implied by .ndjson and .jsonl'] as const;
export const FILES_FROM = [
  '--files-from <file>',
  'Add the inputs of a list, by lines or NUL; - for standard input',
] as const;
export const REVEAL = ['--reveal', 'Show personal values, such as the names of hits'] as const;

export const parseWorkers = (text: string): number => parseInteger({ min: 1, max: 16 })(text);
