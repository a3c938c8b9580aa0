import { basename } from 'node:path';
import { createInterface } from 'node:readline';

import { systemErrorCode } from '@idvkit/cli-kit';
import type { JournalEntry } from '@idvkit/schema/formats';

import { checksumIn, parseJournalLine, type WholeLine } from './journal-line.ts';
import { readFileParts } from './read-file-parts.ts';

/** A line of a journal that cannot be believed. */
export interface JournalProblem {
  /** Name of the file: `journal.ndjson` or `notes.ndjson`. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly problem: string;
}

/** Hears of a line that cannot be believed; it is left out. */
export type OnJournalProblem = (problem: JournalProblem) => void;

/** Is called with each line of a journal, and its number, before its fact is given. */
export interface JournalObserver {
  readonly take: (line: WholeLine, number: number) => void;
  /** Is called for a line that cannot be believed, with the checksum that stands in it. */
  readonly skip?: (crc32: string | undefined) => void;
}

/** Reads a journal from its beginning; a missing one is empty. `lost` are lines to read after it: a torn beginning of one is no problem. */
export async function* readJournal(
  path: string,
  onProblem: OnJournalProblem,
  { lost = [], observer }: { readonly lost?: readonly string[]; readonly observer?: JournalObserver | undefined } = {},
): AsyncGenerator<JournalEntry> {
  let number = 0;
  for await (const line of readJournalLines(path)) {
    number += 1;
    if (line === '') continue;
    const read = parseJournalLine(line);
    if ('fact' in read) {
      observer?.take(read, number);
      yield read.fact;
      continue;
    }
    observer?.skip?.(checksumIn(line));
    if (!lost.some((each) => each.startsWith(line.replace(/(?<!\0)\0+$/, '')))) {
      onProblem({ file: basename(path), line: number, problem: read.problem });
    }
  }
  for (const line of lost) {
    number += 1;
    const read = parseJournalLine(line);
    if ('problem' in read) continue;
    observer?.take(read, number);
    yield read.fact;
  }
}

/** The lines of a journal as they are, without their ends. */
export async function* readJournalLines(path: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: readFileParts(path), crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
}
