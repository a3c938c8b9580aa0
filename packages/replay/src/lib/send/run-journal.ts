import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { formatCheckedLine, Journal, parseCheckedLine, syncFolder, WriterLock } from '@idvkit/archive/journal';
import { sendRunFact, type SendPlan, type SendRunFact } from '@idvkit/schema/formats';

type AttemptFact = Extract<SendRunFact, { kind: 'attempt' }>;

/** The entries of a run's journal about one delivery. */
export interface ItemRecord {
  /** In order; empty if the first attempt did not end, or did not begin. */
  readonly attempts: readonly AttemptFact[];
  /** True if an attempt left, or was about to, and its result is unknown. */
  readonly isUnknown: boolean;
}

/** A run as its journal has it. */
export interface RecordedRun {
  readonly plan: SendPlan;
  readonly startedAt: string;
  readonly items: ReadonlyMap<number, ItemRecord>;
}

/** A run cannot be resumed. */
export class RunError extends Error {
  override readonly name = 'RunError';
}

/** The journal of a run of `send`: its plan, and each attempt. A fact is on the disk once its method resolves. */
export class RunJournal {
  readonly run: string;
  readonly #journal: Journal;
  readonly #release: () => Promise<void>;

  private constructor(run: string, journal: Journal, release: () => Promise<void>) {
    this.run = run;
    this.#journal = journal;
    this.#release = release;
  }

  /** Begins the journal of a new run. Names of runs begin with the time at which they did. */
  static async create(
    archiveFolder: string,
    plan: SendPlan,
    { at = new Date().toISOString(), run = newRunName(at) }: { readonly at?: string; readonly run?: string } = {},
  ): Promise<RunJournal> {
    const folder = join(archiveFolder, 'runs');
    // Recursively, Node would say that the folder does not exist if the disk is read-only.
    await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
    const journal = await RunJournal.#open(folder, run);
    await journal.append({ kind: 'run', format: 'idvkit.send-run', version: 1, at, plan });
    await syncFolder(folder);
    await syncFolder(archiveFolder);
    return journal;
  }

  /**
   * Opens the journal of a run to continue it, and reads what was recorded.
   *
   * @param run Its name, or `last` for the one that began last.
   * @throws {RunError} if there is none, it cannot be read, it is not a regular file of this user, or another process has it.
   */
  static async resume(
    archiveFolder: string,
    run: string,
  ): Promise<{ readonly journal: RunJournal; readonly recorded: RecordedRun }> {
    const folder = join(archiveFolder, 'runs');
    const names = await listRuns(folder);
    const name = run === 'last' ? names.at(-1) : names.find((known) => known === run);
    if (name === undefined) throw new RunError(`There is no run "${run}" in this archive`);
    await requireOwnFile(join(folder, `${name}.ndjson`), name);
    const journal = await RunJournal.#open(folder, name);
    try {
      return { journal, recorded: await readRun(folder, name) };
    } catch (error) {
      await journal.close();
      throw error;
    }
  }

  static async #open(folder: string, run: string): Promise<RunJournal> {
    const lockPath = join(folder, `${run}.lock`);
    const lock = WriterLock.take(lockPath);
    if (lock === undefined) throw new RunError(`Run "${run}" is under way in another process`);
    try {
      const journal = await Journal.open(join(folder, `${run}.ndjson`));
      return new RunJournal(run, journal, async () => {
        await rm(lockPath, { force: true });
        lock.release();
      });
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  /** @returns once the fact is on the disk. @throws what the disk said. */
  append(fact: SendRunFact): Promise<void> {
    return this.#journal.append(formatCheckedLine(fact));
  }

  /** Waits for what was appended, and lets others have the run. */
  async close(): Promise<void> {
    await this.#journal.close();
    await this.#release();
  }
}

function newRunName(at: string): string {
  return `${at.replaceAll(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`;
}

async function listRuns(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.flatMap((name) => (name.endsWith('.ndjson') ? [name.slice(0, -'.ndjson'.length)] : [])).sort();
}

/** Refuses a plan that somebody else may have put there: it says where captures and the secret go. */
async function requireOwnFile(path: string, run: string): Promise<void> {
  const file = await lstat(path);
  if (!file.isFile()) throw new RunError(`Run "${run}" is not a regular file`);
  // Windows has no user ids.
  if (process.getuid !== undefined && file.uid !== process.getuid()) {
    throw new RunError(`Run "${run}" belongs to another user`);
  }
}

/** Skips lines that cannot be believed: one that a crash tore off had nothing that counted. */
async function readRun(folder: string, run: string): Promise<RecordedRun> {
  const lines = createInterface({ input: createReadStream(join(folder, `${run}.ndjson`)), crlfDelay: Infinity });
  const items = new Map<number, { attempts: AttemptFact[]; isUnknown: boolean }>();
  let head: Extract<SendRunFact, { kind: 'run' }> | undefined;
  for await (const line of lines) {
    const read = parseCheckedLine(line);
    const parsed = 'value' in read ? sendRunFact.safeParse(read.value) : undefined;
    const fact = parsed?.data;
    if (fact === undefined) continue;
    if (fact.kind === 'run') {
      head = fact;
      continue;
    }
    const item = items.get(fact.item) ?? { attempts: [], isUnknown: false };
    items.set(fact.item, item);
    if (fact.kind === 'attempt') item.attempts.push(fact);
    item.isUnknown = fact.kind === 'started' || (fact.kind === 'attempt' && fact.next === 'retry');
  }
  if (head === undefined) throw new RunError(`Run "${run}" has no plan: it ended before anything was sent`);
  return { plan: head.plan, startedAt: head.at, items };
}

/**
 * Checks whether a delivery was answered, or waited for an answer for the whole time that the rules give.
 * An interrupted attempt or a broken connection proves nothing.
 */
export function isKnownToBeSent({ attempts, isUnknown }: ItemRecord): boolean {
  const last = attempts.at(-1);
  if (isUnknown || last === undefined || last.next === 'retry') return false;
  return 'status' in last.outcome || last.outcome.failure === 'timed-out';
}
