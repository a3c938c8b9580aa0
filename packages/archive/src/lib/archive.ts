import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import type { Captured, Forwarded, ImageEntry, JournalEntry, SendAttempt, Tagged } from '@idvkit/schema/formats';

import { ArchiveError } from './archive-error.ts';
import { FILES, requireArchiveFormat, requireOwnParts, writeArchiveFormat } from './archive-folder.ts';
import { ArchiveWriter, type WriterOptions } from './archive-writer.ts';
import { BodySummarizer, type BodySummary } from './body-scan/summarize-body.ts';
import { BodyStore, type BodyFile, type ByteRange } from './body-store.ts';
import type { CaptureEntry, CaptureFacets, CaptureFilter } from './capture-entry.ts';
import { contentCodings, decodeContent } from './content-coding.ts';
import { findEntry } from './find-capture.ts';
import { GroupCommit } from './group-commit.ts';
import { ArchiveIndex } from './index/archive-index.ts';
import { ChainHead } from './journal-chain.ts';
import { readJournalEnd } from './journal-end.ts';
import { formatJournalLine } from './journal-line.ts';
import { Journal } from './journal.ts';
import { readJournal, type JournalObserver, type OnJournalProblem } from './read-journal.ts';
import { readIncoming, recoverIncoming } from './recover-incoming.ts';
import { SMALL_BODY_BYTES } from './small-body.ts';
import { requireSqlite } from './sqlite-version.ts';
import { syncFolder } from './sync-files.ts';
import { WriterLock } from './writer-lock.ts';

/** An entry that any number of processes may add, next to the one that captures. */
export type Note = SendAttempt | Tagged;

/** Whether the body of a capture can be read: there is one, and as long as it was received. Hashes are for `verify`. */
export type BodyState = 'present' | 'missing' | 'changed';

/**
 * A folder of captured deliveries, plain files without a server:
 *
 *     format.json         which format, which version
 *     journal.ndjson      captures and what became of them: one fact per line, appended only, a checksum in each
 *     journal.end         the last line of the journal that is known to be synced
 *     incoming.log        what was acknowledged and is not synced where it belongs yet
 *     notes.ndjson        attempts to send, tags: the same, but written by several processes
 *     bodies/ab/….body    the bytes of each body, named by their SHA-256
 *     bodies/ab/….segment bodies that arrived in parallel, one after the other
 *     images/ab/….body    images that deliveries named, in the same way
 *     index.sqlite        what lists are made from; can be deleted and is made again
 *
 * An archive that is open reads. {@link Archive.record} adds notes; {@link Archive.openWriter} adds and removes captures,
 * and only one process has a writer at a time.
 */
export class Archive {
  readonly folder: string;
  readonly bodies: BodyStore;
  readonly images: BodyStore;
  readonly #journalPath: string;
  readonly #notesPath: string;
  readonly #index: ArchiveIndex;
  readonly #summaries = new WeakMap<Captured, BodySummary>();
  #notes: Promise<Journal> | undefined;
  /** Lines of the journal that only `incoming.log` has, in an archive that cannot be written. */
  #lost: readonly string[] = [];

  private constructor(folder: string) {
    this.folder = folder;
    this.bodies = new BodyStore(join(folder, 'bodies'));
    this.images = new BodyStore(join(folder, 'images'));
    this.#journalPath = join(folder, FILES.journal);
    this.#notesPath = join(folder, FILES.notes);
    this.#index = new ArchiveIndex({
      path: join(folder, 'index.sqlite'),
      journals: [this.#journalPath, this.#notesPath],
      lost: () => this.#lost,
      summarize: async (captured) => (await this.summarize(captured)).summary,
    });
  }

  /** Opens an archive, or makes an empty one. @throws {ArchiveError} `not-an-archive` if it is of another format; `runtime-too-old`. */
  static async create(folder: string): Promise<Archive> {
    requireSqlite();
    if (!existsSync(join(folder, FILES.format))) await writeArchiveFormat(folder);
    return Archive.open(folder);
  }

  /** Opens an archive. @throws {ArchiveError} `not-an-archive` if there is none, or one of another version; `runtime-too-old`. */
  static async open(folder: string): Promise<Archive> {
    requireSqlite();
    await requireArchiveFormat(folder);
    await requireOwnParts(folder);
    const archive = new Archive(folder);
    await archive.#recover();
    return archive;
  }

  /**
   * Opens the archive for adding and removing captures.
   * @throws {ArchiveError} `in-use` while another process, or this one, has a writer.
   */
  async openWriter(options: WriterOptions = {}): Promise<ArchiveWriter> {
    const lock = this.#lock();
    try {
      await this.#restore();
      let last = 0;
      const head = new ChainHead(await readJournalEnd(this.folder));
      for await (const fact of readJournal(this.#journalPath, () => {}, { observer: head })) {
        if (fact.kind === 'captured' || fact.kind === 'erased') last = Math.max(last, fact.id);
      }
      const commit = await GroupCommit.open(this.folder, { head: head.value });
      await commit.markEnd();
      // Small bodies are synced with their folders, but not with the folder that has those.
      await this.bodies.create();
      await syncFolder(this.folder);
      return new ArchiveWriter(this, { commit, lock, nextId: last + 1, ...options });
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** Acts while nobody adds or removes captures, after the log is restored. @throws {ArchiveError} `in-use`; what the disk said. */
  async whileLocked<Result>(act: () => Promise<Result>): Promise<Result> {
    const lock = this.#lock();
    try {
      if (await this.#hasIncoming()) await this.#restore();
      return await act();
    } finally {
      lock.release();
    }
  }

  /** Reads both journals. A line that cannot be believed goes to `onProblem`; `observer` gets the lines of `journal.ndjson`. */
  async *facts(onProblem: OnJournalProblem = () => {}, observer?: JournalObserver): AsyncGenerator<JournalEntry> {
    yield* this.journal(onProblem, observer);
    yield* readJournal(this.#notesPath, onProblem);
  }

  /** Reads `journal.ndjson` from its beginning, as {@link Archive.facts} does. */
  journal(onProblem: OnJournalProblem = () => {}, observer?: JournalObserver): AsyncGenerator<JournalEntry> {
    return readJournal(this.#journalPath, onProblem, { lost: this.#lost, observer });
  }

  /** The captures that were not erased, as numbered. Reads the journal; {@link Archive.list} is faster and knows more. */
  async captures(onProblem: OnJournalProblem = () => {}): Promise<Captured[]> {
    const captures = new Map<number, Captured>();
    for await (const fact of this.journal(onProblem)) {
      if (fact.kind === 'captured') captures.set(fact.id, fact);
      else if (fact.kind === 'erased') captures.delete(fact.id);
    }
    return [...captures.values()];
  }

  /**
   * Lists captures from the index, which is brought up to date first.
   *
   * @example
   * for await (const { captured, summary } of archive.list({ types: ['submit_form'], aml: ['pep'], order: 'newest' })) {
   *   console.log(captured.id, summary.ekyc);
   * }
   */
  list(filter: CaptureFilter = {}, onProblem?: OnJournalProblem): AsyncGenerator<CaptureEntry> {
    return this.#index.list(filter, onProblem);
  }

  /** How many captures a filter chooses, whatever its limit and offset. */
  async count({ limit: _limit, offset: _offset, ...filter }: CaptureFilter = {}): Promise<number> {
    return this.#index.ask((index) => index.count(filter));
  }

  /** Counts captures by type, status and more, from the index, which is brought up to date first. */
  async facets(): Promise<CaptureFacets> {
    return this.#index.ask((index) => index.facets());
  }

  /**
   * Finds the capture that a reference names: `12`, `#12`, `latest`, `latest:submit_form`, `sha256:7a0c…`, `7a0c0d…`.
   *
   * @param within The captures among which it is looked for. Default: all.
   * @throws {ArchiveError} `capture-unknown`, `capture-ambiguous`.
   */
  find(reference: string, within: CaptureFilter = {}): Promise<CaptureEntry> {
    return findEntry((filter) => this.list({ ...within, ...filter }), reference);
  }

  /**
   * Reads the body of a capture as received, or a part of it. A part of a compressed body costs the reading of all before it.
   * @throws {ArchiveError} `body-missing`, `body-changed`; a whole body that is not what its hash says fails before its last part.
   */
  async openBody({ id, body }: Captured, range?: ByteRange): Promise<Readable> {
    try {
      return await this.bodies.read(body, range);
    } catch (cause) {
      if (!(cause instanceof ArchiveError) || cause.code !== 'body-missing') throw cause;
      throw new ArchiveError('body-missing', `The body of capture ${id} is not in the archive`, { cause });
    }
  }

  /** Reads the body of a capture without the `Content-Encoding` that it travelled with: JSON, where it was sent compressed. */
  async openContent(captured: Captured): Promise<Readable> {
    return decodeContent(await this.openBody(captured), captured);
  }

  /**
   * Reads in one pass what lists need of a body, and where its image URLs are in its content.
   * A body that is missing or breaks off gives what was found until then.
   */
  async summarize(captured: Captured): Promise<BodySummary> {
    const known = this.summarizeSmall(captured);
    if (known !== undefined) return known;
    const summarizer = new BodySummarizer();
    try {
      const body = await this.bodies.read(captured.body);
      // No encoding is set, so the chunks are bytes.
      for await (const part of decodeContent(body, captured) as AsyncIterable<Uint8Array>) {
        summarizer.write(part);
        if (summarizer.isHopeless) break;
      }
    } catch {
      // Lists show it all the same; `verify` says what is wrong with it.
    }
    return summarizer.end();
  }

  /** Does the same without waiting, if the body is small and plain. Asked again about one capture, it reads nothing. */
  summarizeSmall(captured: Captured): BodySummary | undefined {
    const known = this.#summaries.get(captured);
    if (known !== undefined || contentCodings(captured).length > 0) return known;
    const small = this.bodies.readSmall(captured.body, SMALL_BODY_BYTES);
    if (small === undefined) return undefined;
    const summarizer = new BodySummarizer();
    summarizer.write(small);
    const summary = summarizer.end();
    this.#summaries.set(captured, summary);
    return summary;
  }

  /** Looks whether the body of a capture is there, without reading it. */
  async bodyState({ body }: Captured): Promise<BodyState> {
    let file: BodyFile | undefined;
    try {
      file = await this.bodies.locate(body);
    } catch {
      return 'changed';
    }
    if (file === undefined) return 'missing';
    return file.encoding === 'identity' && file.storedBytes !== body.bytes ? 'changed' : 'present';
  }

  /** Reads the body of a capture to its end and checks whether it is what was received. */
  isBodyWhole({ body }: Captured): Promise<boolean> {
    return this.bodies.isWhole(body);
  }

  /** Attempts to send, in the order in which they were written down: of one capture, or of all. */
  async *attempts(capture?: number): AsyncGenerator<SendAttempt> {
    for await (const fact of this.facts()) {
      if (fact.kind === 'attempt' && (capture === undefined || fact.capture === capture)) yield fact;
    }
  }

  /** What receivers said to a capture that was passed on while it was captured. */
  async forwardsOf(capture: number): Promise<Forwarded[]> {
    const found: Forwarded[] = [];
    for await (const fact of this.facts()) if (fact.kind === 'forwarded' && fact.capture === capture) found.push(fact);
    return found;
  }

  /** Images of a capture, fetched or not; those that were are read with `archive.images.read(outcome)`. */
  async imagesOf(capture: number): Promise<ImageEntry[]> {
    const found: ImageEntry[] = [];
    for await (const fact of this.facts()) if (fact.kind === 'image' && fact.capture === capture) found.push(fact);
    return found;
  }

  /** Records an attempt or a tag, also while another process captures. @returns once it is on the disk. @throws what the disk said. */
  async record(note: Note): Promise<void> {
    // If the file cannot be opened now, it may be later.
    this.#notes ??= this.#openNotes().catch((error: unknown) => {
      this.#notes = undefined;
      throw error;
    });
    await (await this.#notes).append(formatJournalLine(note));
  }

  async #openNotes(): Promise<Journal> {
    const journal = await Journal.open(this.#notesPath, { lockPath: join(this.folder, 'notes.lock') });
    await syncFolder(this.folder);
    return journal;
  }

  /** Reads into the index what was captured since; lists do so by themselves. */
  async updateIndex(): Promise<void> {
    await this.#index.ask(() => {});
  }

  /** Removes erased captures from the index and its file. If another process uses it for too long, the next list removes them. */
  async forgetErased(ids: readonly number[]): Promise<void> {
    await this.#index.forget(ids);
  }

  /** Closes what was opened for lists and notes. */
  async close(): Promise<void> {
    this.#index.close();
    const notes = this.#notes;
    this.#notes = undefined;
    await (await notes)?.close();
  }

  #lock(): WriterLock {
    const lock = WriterLock.take(join(this.folder, 'writer.lock'));
    if (lock !== undefined) return lock;
    throw new ArchiveError('in-use', `Another process is capturing into "${this.folder}", or changing it`);
  }

  /** Puts right what a crash left, unless somebody writes: then there was none. If nothing can be written, the log is read as it is. */
  async #recover(): Promise<void> {
    if (!(await this.#hasIncoming())) return;
    let lock: WriterLock | undefined;
    try {
      lock = WriterLock.take(join(this.folder, 'writer.lock'));
      if (lock !== undefined) await this.#restore();
    } catch {
      const { lost, bodies } = await readIncoming(this.folder, this.bodies);
      this.#lost = lost;
      this.bodies.hold(bodies);
    } finally {
      lock?.release();
    }
  }

  /** Moves what is in the log to where it belongs. For the holder of the writer's lock. */
  async #restore(): Promise<void> {
    this.#lost = [];
    this.bodies.hold(new Map());
    await recoverIncoming(this.folder, this.bodies);
  }

  async #hasIncoming(): Promise<boolean> {
    const log = await stat(join(this.folder, FILES.incoming)).catch(() => undefined);
    return log !== undefined && log.size > 0;
  }
}
