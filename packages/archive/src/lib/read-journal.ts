import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';

import type { JournalFact } from '@idvkit/schema/formats';

import { parseJournalLine } from './journal-line.ts';

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

/** Reads a journal from its beginning; one that is not there is empty. */
export async function* readJournal(path: string, onProblem: OnJournalProblem): AsyncGenerator<JournalFact> {
  let number = 0;
  for await (const line of readJournalLines(path)) {
    number += 1;
    if (line === '') continue;
    const read = parseJournalLine(line);
    if ('fact' in read) yield read.fact;
    else onProblem({ file: basename(path), line: number, problem: read.problem });
  }
}

/** The lines of a journal as they are, without their ends. */
export async function* readJournalLines(path: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
