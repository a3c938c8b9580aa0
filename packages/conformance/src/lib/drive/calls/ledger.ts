import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';

import { readJsonFile, writeFileAtomic } from '@idvkit/cli-kit';
import { arrayAt, stringAt } from '@idvkit/json';

import { RunProblemError } from './run-problem.ts';

/** One application that a run created and that nobody can delete over the interface. */
export interface LedgerEntry {
  /** In full, here alone: whoever wants to clear up needs it. */
  readonly slug: string;
  /** Name of the slug in the reports of its run. A ledger of an earlier release has none. */
  readonly fingerprint?: string;
  readonly form: string;
  readonly baseUrl: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
}

interface LedgerFile {
  readonly format: 'idvkit.ledger';
  readonly version: 1;
  readonly created: readonly LedgerEntry[];
}

/** What a run created, and how much it may still create. */
export class Ledger {
  readonly #maxCreates: number;
  readonly #baseUrl: string;
  readonly #file: string | undefined;
  readonly #fingerprintOf: (slug: string) => string;
  readonly #slugs: string[] = [];
  /** Applications created, those without a slug included. */
  #made = 0;
  readonly #entries: LedgerEntry[] = [];
  #reserved = 0;
  /** Who waits for a reservation to be given back. */
  readonly #waiting: (() => void)[] = [];
  #closed: string | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** @param options `file` lists what was created, if it is given; `fingerprintOf` names slugs as the reports of the run do. */
  constructor({
    maxCreates,
    baseUrl,
    file,
    fingerprintOf,
  }: {
    readonly maxCreates: number;
    readonly baseUrl: string;
    readonly file?: string;
    readonly fingerprintOf: (slug: string) => string;
  }) {
    this.#maxCreates = maxCreates;
    this.#baseUrl = baseUrl;
    this.#file = file;
    this.#fingerprintOf = fingerprintOf;
  }

  /** Slugs of what was created, in order. */
  get created(): readonly string[] {
    return this.#slugs;
  }

  /** How many more may be created. */
  get remaining(): number {
    return this.#maxCreates - this.#made - this.#reserved;
  }

  /** Why nothing more is created, where that is so. */
  get closed(): string | undefined {
    return this.#closed;
  }

  /** Checks that the file can be kept. @throws {RunProblemError} if it is not a ledger, or cannot be written. */
  async open(): Promise<void> {
    if (this.#file === undefined) return;
    await readEntries(this.#file);
    // Another run may write the ledger now: a file next to it shows as well that one can be written there.
    const probe = `${this.#file}.${randomUUID()}`;
    await writeOrFail(this.#file, () => writeFileAtomic(probe, ''));
    await rm(probe, { force: true });
  }

  /**
   * Asks for one more create call, and waits where those under way might use up the budget: many of them are to be refused.
   *
   * @returns False where the budget is used up, or creating was stopped.
   */
  async reserve(): Promise<boolean> {
    while (this.#closed === undefined && this.#made < this.#maxCreates) {
      if (this.#made + this.#reserved < this.#maxCreates) {
        this.#reserved += 1;
        return true;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#closed ??= `The budget of ${this.#maxCreates} applications is used up`;
    return false;
  }

  /**
   * Gives back what a create call reserved, and notes what it created: nothing, or an application, whose slug the answer
   * may lack.
   */
  async settle(created: { readonly slug: string | undefined; readonly form: string } | undefined): Promise<void> {
    this.#reserved -= 1;
    if (created !== undefined) this.#made += 1;
    for (const resolve of this.#waiting.splice(0)) resolve();
    if (created?.slug === undefined) return;
    this.#slugs.push(created.slug);
    if (this.#file === undefined) return;
    this.#entries.push({
      slug: created.slug,
      fingerprint: this.#fingerprintOf(created.slug),
      form: created.form,
      baseUrl: this.#baseUrl,
      createdAt: new Date().toISOString(),
    });
    // One write after the other, each with all that is known: the last one wins.
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  /** Ends creating for the rest of the run. */
  close(reason: string): void {
    this.#closed ??= reason;
  }

  async #write(): Promise<void> {
    if (this.#file === undefined) return;
    // What other runs wrote in the meantime is kept as well.
    const others = (await readEntries(this.#file)).filter(({ slug }) => !this.#slugs.includes(slug));
    const content: LedgerFile = { format: 'idvkit.ledger', version: 1, created: [...others, ...this.#entries] };
    const file = this.#file;
    await writeOrFail(file, () => writeFileAtomic(file, `${JSON.stringify(content, undefined, 2)}\n`));
  }
}

async function writeOrFail(file: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    throw unusable(file, 'it cannot be written', cause);
  }
}

/** Reads the entries of a ledger; none where there is no file yet. */
async function readEntries(file: string): Promise<readonly LedgerEntry[]> {
  const content = await readJsonFile(file, {
    isOptional: true,
    unusable: (state, cause) => unusable(file, state, cause),
  });
  if (content === undefined) return [];
  const created = arrayAt(content, 'created');
  if (stringAt(content, 'format') !== 'idvkit.ledger' || created === undefined) throw unusable(file, 'it is no ledger');
  // Written by this class: entries are kept as they are.
  return created as readonly LedgerEntry[];
}

function unusable(file: string, state: string, cause?: unknown): RunProblemError {
  return new RunProblemError({
    code: 'ledger-unusable',
    message: `Cannot keep the ledger "${file}": ${state}.`,
    fix: 'Name another file with `ledger` in the configuration, or move this one away.',
    cause,
  });
}
