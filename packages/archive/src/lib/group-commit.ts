import { statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { JournalEntry } from '@idvkit/schema/formats';

import { ArchiveError } from './archive-error.ts';
import type { BodyEncoding } from './content-coding.ts';
import { IncomingLog } from './incoming-log.ts';
import { CHAIN_START } from './journal-chain.ts';
import { JournalEnd } from './journal-end.ts';
import { checksumIn, formatJournalLine } from './journal-line.ts';
import type { IncomingPaths } from './read-incoming.ts';
import { writeSmallBody } from './small-body.ts';
import { syncBodies } from './sync-files.ts';
import { appendTo, UncertainWriteError } from './write-parts.ts';

/** A small body that goes with its fact. */
export interface SmallBody {
  readonly bytes: Uint8Array;
  /** Where it belongs. */
  readonly path: string;
  readonly encoding: BodyEncoding;
}

interface Waiting {
  readonly fact: JournalEntry;
  readonly body?: SmallBody;
  isPlaced: boolean;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Where the journal was opened, and which file it is. */
interface JournalPlace {
  readonly path: string;
  readonly device: bigint;
  readonly inode: bigint;
}

/** Log that is too long to read again in a moment. */
const MAX_LOG_BYTES = 64 * 2 ** 20;

/**
 * Writes facts and small bodies so that many share one sync: what arrives while the disk is busy goes with the next. A fact
 * counts once `add` resolves; it then outlives a power cut.
 */
export class GroupCommit {
  readonly #journal: FileHandle;
  readonly #place: JournalPlace;
  readonly #log: IncomingLog;
  readonly #end: JournalEnd;
  /** Checksum of the line that the next one follows; `undefined` if nobody knows it. */
  #head: string | undefined;
  readonly #unsynced = new Set<string>();
  #isSettling = false;
  #journalBytes: number;
  #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;
  #broken: Error | undefined;

  private constructor({
    journal,
    place,
    journalBytes,
    log,
    end,
    head,
  }: {
    readonly journal: FileHandle;
    readonly place: JournalPlace;
    readonly journalBytes: number;
    readonly log: IncomingLog;
    readonly end: JournalEnd;
    readonly head: string | undefined;
  }) {
    this.#journal = journal;
    this.#place = place;
    this.#journalBytes = journalBytes;
    this.#log = log;
    this.#end = end;
    this.#head = head;
  }

  /**
   * Opens journal and log. What the log holds must have been put right before.
   *
   * @param head Checksum of the line that the next one follows, as `ChainHead` finds it. Default: that of an empty journal.
   */
  static async open(
    { journal, log, end }: IncomingPaths,
    { head }: { readonly head: string | undefined } = { head: CHAIN_START },
  ): Promise<GroupCommit> {
    const file = await open(journal, 'a+', 0o600);
    const { size } = await file.stat();
    const { buffer } = size === 0 ? { buffer: Buffer.from('\n') } : await file.read(Buffer.alloc(1), 0, 1, size - 1);
    // A line that a crash tore off is closed, so that the next fact starts on a line of its own.
    const closed = buffer[0] === 0x0a ? 0 : await appendTo(file, Buffer.from('\n'), size);
    const { dev: device, ino: inode } = await file.stat({ bigint: true });
    const place = { path: journal, device, inode };
    return new GroupCommit({
      journal: file,
      place,
      journalBytes: size + closed,
      log: await IncomingLog.open(log),
      end: await JournalEnd.open(end),
      head,
    });
  }

  /** Bytes of the journal, and those of the log that are not synced elsewhere. */
  get written(): { readonly journalBytes: number; readonly logBytes: number } {
    return { journalBytes: this.#journalBytes, logBytes: this.#log.bytes };
  }

  /**
   * Makes sure that the folder is where it was opened. Bodies are written by their paths: if it was moved, they would end up elsewhere
   * than their lines.
   *
   * @throws {ArchiveError} `moved`.
   */
  requireInPlace(): void {
    const { path, device, inode } = this.#place;
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (found?.dev === device && found.ino === inode) return;
    throw new ArchiveError('moved', `the archive folder "${dirname(path)}" was moved or deleted`);
  }

  /**
   * Adds a fact, and the body that it names where that is small.
   *
   * @throws {ArchiveError} `moved`: nothing is kept until the folder is back.
   * @throws what the disk said: what could not be written is not kept, and what comes later may be. After a sync that failed nobody
   *   knows what is on the disk, and everything fails.
   */
  add(fact: JournalEntry, body?: SmallBody): Promise<void> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken);
    return new Promise((resolve, reject) => {
      this.requireInPlace();
      const waiting: Waiting = { fact, resolve, reject, isPlaced: false, ...(body !== undefined && { body }) };
      // Others are being synced meanwhile.
      if (!this.#isSettling && !this.#placeBody(waiting)) return;
      this.#waiting.push(waiting);
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
    this.#journalBytes += await appendTo(this.#journal, Buffer.from(`${lines.join('\n')}\n`), this.#journalBytes);
    this.#head = checksumIn(lines.at(-1) ?? '');
  }

  /** Writes down which line is the last, in a journal that is synced. */
  async markEnd(): Promise<void> {
    if (this.#head !== undefined) await this.#end.write(this.#head);
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
      await this.#journal.close();
      await this.#log.close();
      await this.#end.close();
    }
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.filter((each) => each.isPlaced || this.#placeBody(each));
      this.#waiting = [];
      try {
        if (this.#broken !== undefined) throw this.#broken;
        await this.#write(batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#writing = undefined;
  }

  /** @returns whether the disk took the body. */
  #placeBody(waiting: Waiting): boolean {
    const { body, reject } = waiting;
    waiting.isPlaced = true;
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
    if (this.#log.bytes > MAX_LOG_BYTES) await this.#orBreak(() => this.#settle());
    const before = this.written;
    let head = this.#head;
    const records = batch.map(({ fact, body }) => {
      const line = formatJournalLine(fact, head);
      head = checksumIn(line);
      return body === undefined ? { line } : { line, body: body.bytes };
    });
    try {
      await this.#log.append(records);
      const lines = Buffer.from(records.map(({ line }) => line).join(''));
      this.#journalBytes += await appendTo(this.#journal, lines, this.#journalBytes);
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
    await this.#log.takeBack(logBytes);
    await this.#journal.truncate(journalBytes).catch((cause: unknown) => {
      throw new UncertainWriteError('A line could not be taken back', { cause });
    });
    this.#journalBytes = journalBytes;
  }

  /**
   * Syncs what was written since the log was last cleared, and clears it. No body is placed meanwhile: one that takes the place of its
   * equal would not be synced, and the log would not have it any more.
   */
  async #settle(): Promise<void> {
    if (this.#log.bytes === 0) return;
    this.#isSettling = true;
    try {
      this.requireInPlace();
      await syncBodies([...this.#unsynced]);
      await this.#journal.datasync();
      await this.markEnd();
      this.requireInPlace();
      await this.#log.clear();
      this.#unsynced.clear();
    } finally {
      this.#isSettling = false;
    }
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
