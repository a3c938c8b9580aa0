import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import type { JournalEntry } from '@idvkit/schema/formats';

import { ArchiveError } from './archive-error.ts';
import { FILES } from './archive-folder.ts';
import type { BodyEncoding } from './content-coding.ts';
import { IncomingLog } from './incoming-log.ts';
import { CHAIN_START } from './journal-chain.ts';
import { JournalEnd } from './journal-end.ts';
import { checksumIn, formatJournalLine } from './journal-line.ts';
import { MIN_SEGMENT_BODIES, segmentPath } from './segment.ts';
import { writeNewFile, writeSmallBody } from './small-body.ts';
import { syncBodies } from './sync-files.ts';
import { endsInLine } from './torn-line.ts';
import { appendTo, UncertainWriteError } from './write-parts.ts';

export interface SmallBody {
  readonly bytes: Uint8Array;
  /** Where it belongs. */
  readonly path: string;
  readonly encoding: BodyEncoding;
}

interface Waiting {
  readonly fact: JournalEntry;
  readonly body?: SmallBody;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

interface CommitFiles {
  readonly journal: FileHandle;
  /** Where the journal was opened, and which file it is. */
  readonly place: { readonly path: string; readonly dev: bigint; readonly ino: bigint };
  readonly log: IncomingLog;
  readonly end: JournalEnd;
}

/** Log that is too long to read again in a moment. */
const MAX_LOG_BYTES = 64 * 2 ** 20;

/** Writes facts and small bodies so that many share one sync. A fact outlives a power cut once `add` resolves. */
export class GroupCommit {
  readonly #files: CommitFiles;
  /** Checksum of the line that the next one follows; `undefined` if nobody knows it. */
  #head: string | undefined;
  readonly #unsynced = new Set<string>();
  #journalBytes: number;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #broken: Error | undefined;

  private constructor(files: CommitFiles, { journalBytes, head }: { journalBytes: number; head: string | undefined }) {
    this.#files = files;
    this.#journalBytes = journalBytes;
    this.#head = head;
  }

  /** Opens journal and log. What the log holds must have been restored. `head`: checksum of the line that the next one follows. */
  static async open(
    folder: string,
    { head }: { readonly head: string | undefined } = { head: CHAIN_START },
  ): Promise<GroupCommit> {
    const path = join(folder, FILES.journal);
    const journal = await open(path, 'a+', 0o600);
    const { size } = await journal.stat();
    // A line that a crash tore off is closed, so that the next fact starts on a line of its own.
    const closed = (await endsInLine(journal, size)) ? 0 : await appendTo(journal, Buffer.from('\n'), size);
    const { dev, ino } = await journal.stat({ bigint: true });
    const log = await IncomingLog.open(join(folder, FILES.incoming));
    const end = await JournalEnd.open(folder);
    return new GroupCommit({ journal, place: { path, dev, ino }, log, end }, { journalBytes: size + closed, head });
  }

  /** Bytes of the journal, and those of the log that are not synced elsewhere. */
  get written(): { readonly journalBytes: number; readonly logBytes: number } {
    return { journalBytes: this.#journalBytes, logBytes: this.#files.log.bytes };
  }

  /** Checks that the folder is where it was opened: bodies are written by their paths. @throws {ArchiveError} `moved`. */
  requireInPlace(): void {
    const { path, dev, ino } = this.#files.place;
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (found?.dev === dev && found.ino === ino) return;
    throw new ArchiveError('moved', `the archive folder "${dirname(path)}" was moved or deleted`);
  }

  /**
   * Adds a fact, and the small body that it names. If that shares a segment with others, the fact is given its place.
   * @throws {ArchiveError} `moved`: nothing is kept until the folder is back.
   * @throws what the disk said; later facts may succeed. After a sync that failed nobody knows what is on the disk: everything fails.
   */
  add(fact: JournalEntry, body?: SmallBody): Promise<void> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ fact, resolve, reject, ...(body !== undefined && { body }) });
      this.#writing ??= this.#writeAll();
    });
  }

  /** Names a body that may not be synced yet. */
  syncLater(path: string): void {
    this.#unsynced.add(path);
  }

  /** Puts lines into the journal that are in the log already. */
  async restoreLines(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    this.#journalBytes += await appendTo(this.#files.journal, Buffer.from(`${lines.join('\n')}\n`), this.#journalBytes);
    this.#head = checksumIn(lines.at(-1) ?? '');
  }

  /** Writes down which line is the last, in a journal that is synced. */
  async markEnd(): Promise<void> {
    if (this.#head !== undefined) await this.#files.end.write(this.#head);
  }

  /** Syncs everything where it belongs, so that the log holds nothing of it any more. */
  async settle(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
    this.#writing = this.#orBreak(() => this.#settle()).finally(() => (this.#writing = undefined));
    try {
      await this.#writing;
    } finally {
      // Those that came meanwhile, also where nothing can be written any more: then they are told so.
      if (this.#waiting.length > 0) this.#writing ??= this.#writeAll();
    }
  }

  /** Syncs everything where it belongs and closes the files. The log of a folder that was moved stays: the next to open it reads it. */
  async close(): Promise<void> {
    await this.#writing;
    try {
      if (this.#broken === undefined) await this.#settle();
    } catch (error) {
      if (!isMoved(error)) throw error;
    } finally {
      await this.#files.journal.close();
      await this.#files.log.close();
      await this.#files.end.close();
    }
  }

  async #writeAll(): Promise<void> {
    // Those that come in the same turn share the first write.
    await nextTurn();
    while (this.#waiting.length > 0) {
      let batch = this.#waiting;
      this.#waiting = [];
      try {
        if (this.#broken !== undefined) throw this.#broken;
        // Bodies are written by their paths.
        this.requireInPlace();
        if (this.#files.log.bytes > MAX_LOG_BYTES) await this.#orBreak(() => this.#settle());
        batch = await this.#writeBatch(batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#writing = undefined;
  }

  /** @returns those that the disk took. @throws what it said of the others; then none is kept, and the disk has room again. */
  async #writeBatch(batch: Waiting[]): Promise<Waiting[]> {
    const { taken, segment } = this.#placeBodies(batch);
    try {
      await this.#write(taken);
      return taken;
    } catch (error) {
      if (segment !== undefined && !(error instanceof UncertainWriteError)) rmSync(segment, { force: true });
      throw error;
    }
  }

  /** Writes the bodies: many of them as one segment. @returns those that the disk took. @throws what it said of a segment. */
  #placeBodies(batch: Waiting[]): { readonly taken: Waiting[]; readonly segment?: string } {
    const placed = batch.flatMap(({ fact, body }) =>
      fact.kind === 'captured' && body?.encoding === 'identity' ? [{ fact, body }] : [],
    );
    const [first] = placed;
    if (!first || placed.length < MIN_SEGMENT_BODIES) return { taken: batch.filter((each) => this.#placeBody(each)) };
    const name = randomBytes(8).toString('hex');
    const path = segmentPath(dirname(dirname(first.body.path)), name);
    writeNewFile(
      path,
      placed.map(({ body }) => body.bytes),
    );
    this.#unsynced.add(path);
    let start = 0;
    for (const { fact, body } of placed) {
      const end = start + body.bytes.byteLength;
      fact.body.segment = { name, start, end };
      start = end;
    }
    return { taken: batch, segment: path };
  }

  /** @returns whether the disk took the body. */
  #placeBody({ body, reject }: Waiting): boolean {
    if (body === undefined) return true;
    try {
      writeSmallBody(body.path, body.bytes, body.encoding);
      this.#unsynced.add(body.path);
      return true;
    } catch (error) {
      reject(error);
      return false;
    }
  }

  async #write(batch: readonly Waiting[]): Promise<void> {
    if (batch.length === 0) return;
    const before = this.written;
    let head = this.#head;
    const records = batch.map(({ fact, body }) => {
      const line = formatJournalLine(fact, head);
      head = checksumIn(line);
      return body === undefined ? { line } : { line, body: body.bytes };
    });
    try {
      await this.#files.log.append(records);
      const lines = Buffer.from(records.map(({ line }) => line).join(''));
      this.#journalBytes += await appendTo(this.#files.journal, lines, this.#journalBytes);
      try {
        this.requireInPlace();
      } catch (error) {
        await this.#takeBack(before);
        throw error;
      }
      this.#head = head;
    } catch (error) {
      if (error instanceof UncertainWriteError) this.#break(error);
      throw error;
    }
  }

  /** Removes what was written last: nobody was told that it is kept. */
  async #takeBack({ journalBytes, logBytes }: GroupCommit['written']): Promise<void> {
    await this.#files.log.takeBack(logBytes);
    await this.#files.journal.truncate(journalBytes).catch((cause: unknown) => {
      throw new UncertainWriteError('A line could not be taken back', { cause });
    });
    this.#journalBytes = journalBytes;
  }

  /**
   * Syncs what was written since the log was last cleared, and clears it. No body is placed meanwhile: one that takes the place of its
   * equal would not be synced, and the log would not have it any more.
   */
  async #settle(): Promise<void> {
    if (this.#files.log.bytes === 0) return;
    this.requireInPlace();
    await syncBodies([...this.#unsynced]);
    await this.#files.journal.datasync();
    await this.markEnd();
    this.requireInPlace();
    await this.#files.log.clear();
    this.#unsynced.clear();
  }

  async #orBreak(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!isMoved(error)) this.#break(error);
      throw error;
    }
  }

  #break(error: unknown): void {
    this.#broken = error instanceof Error ? error : new Error(String(error));
  }
}

function isMoved(error: unknown): boolean {
  return error instanceof ArchiveError && error.code === 'moved';
}
