import { createReadStream } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { archiveFormat, type Captured, type JournalFact } from '@idvkit/schema/formats';

import { BodyStore, syncFolder } from './body-store.ts';
import { parseJournalLine } from './journal-line.ts';
import { Journal } from './journal.ts';

/** A line of the journal that cannot be believed. */
export interface JournalProblem {
  /** 1-based. */
  readonly line: number;
  readonly problem: string;
}

/** The folder is no archive, or one of another version. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/**
 * A folder of captured deliveries, plain files without a server:
 *
 *     format.json       which format, which version
 *     journal.ndjson    one fact per line, appended only, a checksum in each
 *     bodies/ab/….body  the bytes of each body, named by their SHA-256
 */
export class Archive {
  readonly folder: string;
  readonly bodies: BodyStore;
  readonly #journalPath: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.bodies = new BodyStore(join(folder, 'bodies'));
    this.#journalPath = join(folder, 'journal.ndjson');
  }

  /** Opens an archive, or makes an empty one where there is none. @throws {ArchiveError} if it is of another format. */
  static async create(folder: string): Promise<Archive> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      const format = JSON.stringify({ format: 'idvkit.capture', version: 1 });
      await writeFile(join(folder, 'format.json'), `${format}\n`, { flag: 'wx', mode: 0o600, flush: true });
      await syncFolder(folder);
    } catch (error) {
      if (!isNodeError(error, 'EEXIST')) throw error;
    }
    return Archive.open(folder);
  }

  /** Opens an archive. @throws {ArchiveError} if there is none, or one of another format. */
  static async open(folder: string): Promise<Archive> {
    let text: string;
    try {
      text = await readFile(join(folder, 'format.json'), 'utf8');
    } catch (cause) {
      throw new ArchiveError(`There is no capture archive in "${folder}"`, { cause });
    }
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    if (!archiveFormat.safeParse(json).success) {
      throw new ArchiveError(`"${folder}" is no archive of a version that this idv-replay reads`);
    }
    return new Archive(folder);
  }

  /** Opens the journal for appending. */
  async journal(): Promise<Journal> {
    const journal = await Journal.open(this.#journalPath);
    await syncFolder(this.folder);
    return journal;
  }

  /** Reads the journal from its beginning; a line that cannot be believed is passed to `onProblem` and left out. */
  async *facts(onProblem: (problem: JournalProblem) => void = () => {}): AsyncGenerator<JournalFact> {
    const file = createReadStream(this.#journalPath);
    let number = 0;
    try {
      for await (const line of createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })) {
        number += 1;
        const read = parseJournalLine(line);
        if ('fact' in read) yield read.fact;
        else onProblem({ line: number, problem: read.problem });
      }
    } catch (error) {
      if (!isNodeError(error, 'ENOENT')) throw error;
    }
  }

  /** The captures that were not erased, in the order they came. */
  async captures(onProblem?: (problem: JournalProblem) => void): Promise<Captured[]> {
    const captures = new Map<number, Captured>();
    for await (const fact of this.facts(onProblem)) {
      if (fact.kind === 'captured') captures.set(fact.id, fact);
      else if (fact.kind === 'erased') captures.delete(fact.id);
    }
    return [...captures.values()];
  }
}

function isNodeError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
