import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import {
  sendPlan,
  type CaptureAttempt,
  type Captured,
  type ImageEntry,
  type ReceiverAnswer,
  type SendPlan,
} from '@idvkit/schema/formats';

import { ArchiveError } from './archive-error.ts';
import { ArchiveStore } from './archive-store.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { ArrivingSummary } from './arriving-summary.ts';
import type { ByteRange, StagedFile } from './body-files.ts';
import type { CaptureEntry, CaptureFacets, CaptureFilter } from './capture-entry.ts';
import { countFacets } from './capture-facets.ts';
import { toCondition } from './capture-query.ts';
import { attemptColumns, toAnswer, toAttempt, toEntry, toImage } from './capture-rows.ts';
import { compared } from './compared-body.ts';
import { decodeContent, knownCodings } from './content-coding.ts';
import { Eraser, type Erased, type PruneOptions, type Pruning, type RetentionLimits } from './eraser.ts';
import { findEntry } from './find-capture.ts';
import { RunHolder } from './run-holder.ts';
import type { BodySummary } from './summarize-body.ts';
import { pragma, type Access } from './tables.ts';

/** True if the body of a capture can be read: there is one, and as long as it was received. Hashes are for `verify`. */
export type BodyState = 'present' | 'missing' | 'changed';

/** A run of `send`: what it sends, and when it began. */
export interface StartedRun {
  readonly name: string;
  readonly startedAt: string;
  readonly plan: SendPlan;
}

/** A capture that was erased. */
export interface Erasure extends Pick<Captured, 'id' | 'receivedAt'> {
  readonly at: string;
  /** Absent where someone asked for it. */
  readonly because?: 'age' | 'size';
  /** Length and hash of its body. */
  readonly bytes: number;
  readonly sha256: string;
}

const PAGE_ROWS = 500;
const NO_ATTEMPT = { capture: 1, target: '', number: 1 };

/**
 * An archive of captured deliveries: one folder with `archive.db`, a SQLite database, and `bodies/` for large bodies and images. Any
 * number of processes may read and write it. When a promise of a change resolves, the change outlives a crash and a power cut.
 */
export class Archive {
  readonly folder: string;
  /** Rows and files, for the other parts of this package. */
  readonly store: ArchiveStore;
  readonly #eraser: Eraser;
  readonly #holder: RunHolder;

  private constructor(folder: string, access: Access) {
    this.folder = folder;
    this.store = new ArchiveStore(folder, access);
    this.#eraser = new Eraser(this.store);
    this.#holder = new RunHolder(folder);
  }

  /** Opens an archive, or makes an empty one. @throws {ArchiveError} `not-an-archive`, `damaged`, `runtime-too-old`. */
  static create(folder: string): Archive {
    return new Archive(folder, 'create');
  }

  /**
   * Opens an archive.
   *
   * @param options `readOnly`: changes nothing, and works on a medium that cannot be written to.
   * @throws {ArchiveError} `not-an-archive`, `damaged`, `runtime-too-old`.
   */
  static open(folder: string, { readOnly = false }: { readonly readOnly?: boolean } = {}): Archive {
    return new Archive(folder, readOnly ? 'read' : 'write');
  }

  /** Opens what adds captures. */
  openWriter(): ArchiveWriter {
    return new ArchiveWriter(this.store);
  }

  /**
   * Lists captures, some hundreds at a time: none of it holds up a process that captures.
   *
   * @throws {ArchiveError} `damaged` at an entry that no archive has.
   * @example
   * for (const { captured, summary } of archive.list({ types: ['submit_form'], aml: ['pep'], order: 'newest' })) {
   *   console.log(captured.id, summary.ekyc);
   * }
   */
  *list(filter: CaptureFilter = {}): Generator<CaptureEntry, void, undefined> {
    const { sql, values } = toCondition(filter);
    const [isBeyond, direction] = filter.order === 'newest' ? ['<', 'DESC'] : ['>', 'ASC'];
    let left = filter.limit ?? Number.MAX_SAFE_INTEGER;
    let skip = filter.offset ?? 0;
    let edge = filter.order === 'newest' ? Number.MAX_SAFE_INTEGER : 0;
    while (left > 0) {
      const page = Math.min(left, PAGE_ROWS);
      const rows = this.store.all(
        `SELECT chosen.*, contents.head, last.status AS last_status, last.failure AS last_failure,
           (SELECT json_group_array(tag ORDER BY rowid) FROM tags WHERE capture = chosen.id) AS tags
         FROM (SELECT * FROM captures WHERE (${sql}) AND id ${isBeyond} ? ORDER BY id ${direction} LIMIT ? OFFSET ?) chosen
         JOIN contents ON contents.capture = chosen.id
         LEFT JOIN attempts last ON last.id = (
           SELECT max(id) FROM attempts WHERE capture = chosen.id AND (status IS NOT NULL OR failure IS NOT NULL)
         )
         ORDER BY chosen.id ${direction}`,
        ...values,
        edge,
        page,
        skip,
      );
      for (const row of rows) {
        // Pages that were forged may go round in circles.
        if (filter.order === 'newest' ? Number(row['id']) >= edge : Number(row['id']) <= edge) throw this.#damaged();
        edge = Number(row['id']);
        yield toEntry(row);
      }
      skip = 0;
      left -= rows.length;
      if (rows.length < page) return;
    }
  }

  /** Returns all captures, as they are numbered. */
  captures(): Captured[] {
    return [...this.list()].map(({ captured }) => captured);
  }

  /** Counts the captures that a filter chooses, whatever its limit and offset. */
  count(filter: CaptureFilter = {}): number {
    const { sql, values } = toCondition(filter);
    return Number(this.store.get(`SELECT count(*) AS n FROM captures WHERE ${sql}`, ...values)?.['n']);
  }

  /** Counts captures by type, status and more. */
  facets(): CaptureFacets {
    return countFacets(this.store);
  }

  /**
   * Finds the capture that a reference names: `12`, `#12`, `latest`, `latest:submit_form`, `sha256:7a0c…`, `7a0c0d…`.
   *
   * @param within The captures among which it is looked for. Default: all.
   * @throws {ArchiveError} `capture-unknown`, `capture-ambiguous`.
   */
  find(reference: string, within: CaptureFilter = {}): CaptureEntry {
    return findEntry((filter) => this.list({ ...within, ...filter }), reference);
  }

  /** The captures that were erased, with what the archive still says of them. */
  erasures(): Erasure[] {
    const sql =
      'SELECT id, at, because, received_at, bytes, sha256 FROM erasures JOIN captures ON id = capture ORDER BY id';
    return this.store.all(sql).map(({ id, at, because, received_at: receivedAtMs, bytes, sha256 }) => ({
      id: Number(id),
      at: String(at),
      ...(because !== null && { because: because === 'age' ? 'age' : 'size' }),
      receivedAt: new Date(Number(receivedAtMs)).toISOString(),
      bytes: Number(bytes),
      sha256: String(sha256),
    }));
  }

  /** Adds the number of a capture that another archive has erased, or that a copy of it leaves out. */
  addErased(id: number, erasure?: Pick<Erasure, 'at' | 'because'>): Promise<void> {
    const { at = new Date().toISOString(), because = null } = erasure ?? {};
    const nothing = { erased: 1, received_at: 0, bytes: 0, complete: 0, sha256: '', bearer: 'absent', pass_on: 0 };
    return this.store.commits.make(() => {
      this.store.insert('captures', { id, ...nothing, packed: 0, json: 0, images: 0 });
      this.store.run('INSERT INTO erasures VALUES (?, ?, ?, 0)', id, at, because);
    });
  }

  /** Returns a text that changes whenever something was captured, sent, tagged or erased. */
  version(): string {
    const changes = this.store.get('SELECT total_changes() AS n')?.['n'];
    return `${pragma(this.store.database, 'data_version')}-${String(changes)}`;
  }

  /**
   * Reads the body of a capture as received, or a part of it.
   * @throws {ArchiveError} `body-missing`. A whole body that is not what its hash says fails before its last part: `body-changed`.
   */
  openBody({ id, body: { sha256, bytes } }: Pick<Captured, 'id' | 'body'>, range: ByteRange = {}): Readable {
    const { start = 0, end = bytes } = range;
    const isWhole = start === 0 && end >= bytes;
    const place = this.#placeOf(id);
    if (place === undefined) throw new ArchiveError('body-missing', `The body of capture ${id} is not in the archive`);
    const parts =
      'content' in place ? once(place.content.subarray(start, end)) : this.store.files.read(place.file, { start, end });
    return Readable.from(isWhole ? compared(parts, sha256) : parts, { objectMode: false });
  }

  /** Reads the body of a capture without the `Content-Encoding` that it travelled with: JSON, where it was sent compressed. */
  openContent(captured: Captured): Readable {
    return decodeContent(this.openBody(captured), captured);
  }

  /** Reads a body to its end and finds its image URLs. Lists have what else there is. A body that breaks off gives what came before. */
  async summarize(captured: Captured): Promise<BodySummary> {
    const summary = new ArrivingSummary(knownCodings(captured));
    try {
      // No encoding is set, so the chunks are bytes.
      for await (const part of this.openBody(captured) as AsyncIterable<Uint8Array>) await summary.write(part);
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
    }
    return summary.end();
  }

  /** Looks whether the body of a capture is there, without reading it. */
  bodyState({ id, body }: Captured): BodyState {
    try {
      const place = this.#placeOf(id);
      if (place === undefined) return 'missing';
      const bytes = 'content' in place ? place.content.byteLength : this.store.files.sizeOf(place.file);
      return bytes === body.bytes ? 'present' : 'changed';
    } catch {
      return 'changed';
    }
  }

  /** Reads the body of a capture to its end and checks whether it is what was received. */
  async isBodyWhole(captured: Captured): Promise<boolean> {
    try {
      const body = this.openBody(captured);
      body.resume();
      await finished(body);
      return true;
    } catch {
      return false;
    }
  }

  /** Attempts to give a capture to receivers, in the order in which they started. */
  attemptsOf(capture: number): CaptureAttempt[] {
    return this.store.all('SELECT * FROM attempts WHERE capture = ? ORDER BY id', capture).map(toAttempt);
  }

  /** Attempts of a run, in the order in which they started. */
  attemptsOfRun(run: string): CaptureAttempt[] {
    return this.store.all('SELECT * FROM attempts WHERE run = ? ORDER BY id', run).map(toAttempt);
  }

  /** Address of the receiver of the last attempt; `undefined` without any. */
  lastTarget(): string | undefined {
    const [row] = this.store.all('SELECT * FROM attempts ORDER BY id DESC LIMIT 1');
    return row && toAttempt(row).target;
  }

  /** Answers of receivers, one for each of {@link Archive.attemptsOf}; `undefined` where there is nothing. */
  answersOf(capture: number): (ReceiverAnswer | undefined)[] {
    const sql = `SELECT attempts.capture, answer FROM attempts LEFT JOIN answers
      ON answers.capture = attempts.capture AND answers.attempt = attempts.id WHERE attempts.capture = ? ORDER BY attempts.id`;
    return this.store.all(sql, capture).map(toAnswer);
  }

  /** Records an attempt. @returns its number, for {@link Archive.endAttempt}, once it is on the disk. */
  addAttempt(attempt: CaptureAttempt, answer?: ReceiverAnswer): Promise<number> {
    return this.store.commits.make(() => {
      const id = this.store.insert('attempts', attemptColumns(attempt));
      this.#addAnswer(id, answer);
      return id;
    });
  }

  /** Adds an answer, unless the capture was erased since. */
  #addAnswer(attempt: number, answer: ReceiverAnswer | undefined): void {
    if (answer === undefined) return;
    const sql = `INSERT INTO answers (attempt, capture, answer)
      SELECT attempts.id, capture, ? FROM attempts JOIN captures ON captures.id = capture AND erased = 0 WHERE attempts.id = ?`;
    this.store.run(sql, JSON.stringify(answer), attempt);
  }

  /** Records how an attempt ended that was recorded as started. @returns once it is on the disk. */
  endAttempt(
    id: number,
    ended: Pick<CaptureAttempt, 'at' | 'durationMs' | 'outcome' | 'next'>,
    answer?: ReceiverAnswer,
  ): Promise<void> {
    const { at, duration_ms: duration, status, failure, code, next } = attemptColumns({ ...NO_ATTEMPT, ...ended });
    return this.store.commits.make(() => {
      this.store.run(
        'UPDATE attempts SET at = ?, duration_ms = ?, status = ?, failure = ?, code = ?, next = ? WHERE id = ?',
        ...[at, duration, status, failure, code, next].map((value) => value ?? null),
        id,
      );
      this.#addAnswer(id, answer);
    });
  }

  /** Begins a run of `send`. Names of runs begin with the time at which they did. @returns its name once it is on the disk. */
  startRun(plan: SendPlan, startedAt: string = new Date().toISOString()): Promise<string> {
    const name = `${startedAt.replaceAll(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`;
    return this.store.commits.make(() => {
      this.store.insert('runs', {
        name,
        started_at: startedAt,
        plan: JSON.stringify(plan),
        holder: this.#holder.hold(),
      });
      return name;
    });
  }

  /**
   * Finds a run; `undefined` if it does not exist.
   *
   * @param name Its name, or `last` for the one that began last.
   * @throws {ArchiveError} `run-unusable` if its plan cannot be used.
   */
  findRun(name: string): StartedRun | undefined {
    const row = this.store.get(
      name === 'last' ? 'SELECT * FROM runs ORDER BY rowid DESC LIMIT 1' : 'SELECT * FROM runs WHERE name = ?',
      ...(name === 'last' ? [] : [name]),
    );
    if (row === undefined) return undefined;
    const plan = parsedPlan(String(row['plan']));
    if (plan === undefined) {
      throw new ArchiveError(
        'run-unusable',
        `Run "${name}" has no plan that can be used: its captures were erased, or it is damaged`,
      );
    }
    return { name: String(row['name']), startedAt: String(row['started_at']), plan };
  }

  /**
   * Takes a run to continue it: one that no process has.
   *
   * @param name Its name, or `last` for the one that began last.
   * @throws {ArchiveError} `run-unusable` if it does not exist, its plan cannot be used, or another process has it.
   */
  async resumeRun(name: string): Promise<StartedRun> {
    const run = this.findRun(name);
    if (run === undefined) throw new ArchiveError('run-unusable', `There is no run "${name}" in this archive`);
    await this.store.commits.make(() => {
      const { holder } = this.store.get('SELECT holder FROM runs WHERE name = ?', run.name) ?? {};
      if (typeof holder === 'string' && this.#holder.isHeld(holder)) {
        throw new ArchiveError('run-unusable', `Run "${run.name}" is in progress in another process`);
      }
      this.store.run('UPDATE runs SET holder = ? WHERE name = ?', this.#holder.hold(), run.name);
    });
    return run;
  }

  /** Lets others have a run. */
  releaseRun(name: string): Promise<void> {
    return this.store.commits.make(() => void this.store.run('UPDATE runs SET holder = NULL WHERE name = ?', name));
  }

  /** Images of a capture, fetched or not. */
  imagesOf(capture: number): ImageEntry[] {
    return this.store.all('SELECT * FROM images WHERE capture = ? ORDER BY rowid', capture).map(toImage);
  }

  /** Takes in the bytes of an image, to be recorded by {@link Archive.addImage}. @throws what `parts` throws; then nothing is left. */
  takeImage(parts: AsyncIterable<Uint8Array>): Promise<StagedFile> {
    this.store.commits.requireInPlace();
    return this.store.files.stage(parts);
  }

  /** Records images of a capture with the files of those that were fetched. They are deleted if it was erased in the meantime. */
  async addImages(
    images: readonly { readonly entry: ImageEntry; readonly file?: StagedFile | undefined }[],
  ): Promise<void> {
    const { files, commits } = this.store;
    const staged = [...new Set(images.flatMap(({ file }) => file ?? []))];
    try {
      for (const file of staged) await files.publish(file);
      await commits.make(() => {
        for (const { entry, file } of images) this.#insertImage(entry, file?.name);
      });
    } catch (error) {
      await files.remove(staged.map(({ name }) => name));
      throw error;
    }
  }

  #insertImage({ capture, at, offset, length, outcome }: ImageEntry, file: string | undefined): void {
    if (this.store.get('SELECT 1 FROM captures WHERE id = ? AND erased = 0', capture) === undefined) {
      throw new ArchiveError('capture-unknown', `the archive has no capture "${capture}"`);
    }
    const kept = 'sha256' in outcome ? outcome : undefined;
    this.store.insert('images', {
      capture,
      at,
      start: offset,
      length,
      file: file ?? null,
      sha256: kept?.sha256 ?? null,
      bytes: kept?.bytes ?? null,
      content_type: kept?.contentType ?? null,
      failure: 'failure' in outcome ? outcome.failure : null,
    });
  }

  /** Reads an image that was kept. @throws {ArchiveError} `body-missing`; at its end `body-changed`. */
  openImage({ capture, offset, outcome }: ImageEntry): Readable {
    const file = this.store.get('SELECT file FROM images WHERE capture = ? AND start = ?', capture, offset)?.['file'];
    if (typeof file !== 'string' || !('sha256' in outcome) || this.store.files.sizeOf(file) === undefined)
      throw new ArchiveError('body-missing', `An image of capture ${capture} is not in the archive`);
    return Readable.from(compared(this.store.files.read(file), outcome.sha256), { objectMode: false });
  }

  /** Adds tags to captures, or removes them. @returns once that is on the disk. */
  tag(captures: readonly number[], { add = [], remove = [] }: TagChange): Promise<void> {
    return this.store.commits.make(() => {
      for (const capture of captures) {
        for (const tag of add) this.store.run('INSERT OR IGNORE INTO tags VALUES (?, ?)', capture, tag);
        for (const tag of remove) this.store.run('DELETE FROM tags WHERE capture = ? AND tag = ?', capture, tag);
      }
    });
  }

  /**
   * Removes captures: no byte of their bodies, heads and images stays in the archive. Deliveries that arrive are kept in the meantime.
   * @throws {ArchiveError} `capture-unknown` if one of them is not there; then none is removed.
   */
  erase(ids: readonly number[]): Promise<Erased> {
    return this.#eraser.erase(ids);
  }

  /** Removes the captures that the archive may no longer hold. Captures that are tagged `keep` stay. */
  prune(limits: RetentionLimits, options: PruneOptions): Promise<Erased> {
    return this.#eraser.prune(limits, options);
  }

  /** Finds the captures that {@link Archive.prune} would remove. */
  planPruning(limits: RetentionLimits, options: PruneOptions): Pruning {
    return this.#eraser.plan(limits, options);
  }

  /** Removes files that a crash left, and returns their names. Files that another process is writing stay. */
  removeLeftOver(): Promise<readonly string[]> {
    return this.#eraser.removeLeftOver();
  }

  /** Waits for changes in progress, and closes the archive. */
  async close(): Promise<void> {
    await this.store.commits.settled();
    this.#holder.close();
    this.store.close();
  }

  #placeOf(id: number): { readonly content: Uint8Array } | { readonly file: string } | undefined {
    const sql = 'SELECT file, body FROM captures JOIN contents ON capture = id WHERE id = ? AND erased = 0';
    const row = this.store.get(sql, id);
    if (typeof row?.['file'] === 'string') {
      return this.store.files.sizeOf(row['file']) === undefined ? undefined : { file: row['file'] };
    }
    return row?.['body'] instanceof Uint8Array ? { content: row['body'] } : undefined;
  }

  #damaged(): ArchiveError {
    return new ArchiveError('damaged', `The database of "${this.folder}" is damaged`);
  }
}

/** Reads the plan of a run; `undefined` for the zeros that an erased one leaves, and for anything else. */
function parsedPlan(text: string): SendPlan | undefined {
  try {
    return sendPlan.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Tags to add and to remove. */
export interface TagChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}
