import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';

import { readJsonFile, writeFileAtomic } from '@idvkit/cli-kit';
import { arrayAt, stringAt } from '@idvkit/json';

import { RunProblemError } from './run-problem.ts';

/** An application that a run created. It cannot be deleted over the interface. */
export interface LedgerEntry {
  /** In full, only here: it is needed to clean up. */
  readonly slug: string;
  /** Name of the slug in reports. Ledgers of earlier releases have none. */
  readonly fingerprint?: string;
  readonly form: string;
  readonly baseUrl: string;
  readonly createdAt: string;
}

interface LedgerFile {
  readonly format: 'idvkit.ledger';
  readonly version: 1;
  readonly created: readonly LedgerEntry[];
}

export interface LedgerOptions {
  readonly maxCreates: number;
  readonly baseUrl: string;
  readonly file?: string;
  readonly fingerprintOf: (slug: string) => string;
}

export class Ledger {
  readonly #options: LedgerOptions;
  readonly #slugs: string[] = [];
  /** Applications created, including those without a slug. */
  #made = 0;
  readonly #entries: LedgerEntry[] = [];
  #reserved = 0;
  readonly #waiting: (() => void)[] = [];
  #closed: string | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  get created(): readonly string[] {
    return this.#slugs;
  }

  get remaining(): number {
    return this.#options.maxCreates - this.#made - this.#reserved;
  }

  get closed(): string | undefined {
    return this.#closed;
  }

  /** Checks that the file can be written. @throws {RunProblemError} if it cannot, or is not a ledger. */
  async open(): Promise<void> {
    if (this.#options.file === undefined) return;
    await readEntries(this.#options.file);
    // Another run may be writing the ledger: a file next to it also shows that the folder is writable.
    const probe = `${this.#options.file}.${randomUUID()}`;
    await writeOrFail(this.#options.file, () => writeFileAtomic(probe, ''));
    await rm(probe, { force: true });
  }

  /** Reserves a create call. Waits while pending calls might use up the budget. @returns False if none is left. */
  async reserve(): Promise<boolean> {
    while (this.#closed === undefined && this.#made < this.#options.maxCreates) {
      if (this.#made + this.#reserved < this.#options.maxCreates) {
        this.#reserved += 1;
        return true;
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#closed ??= `The budget of ${this.#options.maxCreates} applications is used up`;
    return false;
  }

  /** Releases a reservation and records what the call created. The answer may lack the slug. */
  async settle(created: { readonly slug: string | undefined; readonly form: string } | undefined): Promise<void> {
    this.#reserved -= 1;
    if (created !== undefined) this.#made += 1;
    for (const resolve of this.#waiting.splice(0)) resolve();
    if (created?.slug === undefined) return;
    this.#slugs.push(created.slug);
    if (this.#options.file === undefined) return;
    this.#entries.push({
      slug: created.slug,
      fingerprint: this.#options.fingerprintOf(created.slug),
      form: created.form,
      baseUrl: this.#options.baseUrl,
      createdAt: new Date().toISOString(),
    });
    // Writes are sequential and complete: the last one wins.
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  close(reason: string): void {
    this.#closed ??= reason;
  }

  async #write(): Promise<void> {
    if (this.#options.file === undefined) return;
    // Keeps what other runs wrote in the meantime.
    const others = (await readEntries(this.#options.file)).filter(({ slug }) => !this.#slugs.includes(slug));
    const content: LedgerFile = { format: 'idvkit.ledger', version: 1, created: [...others, ...this.#entries] };
    const file = this.#options.file;
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

async function readEntries(file: string): Promise<readonly LedgerEntry[]> {
  const content = await readJsonFile(file, {
    isOptional: true,
    unusable: (state, cause) => unusable(file, state, cause),
  });
  if (content === undefined) return [];
  const created = arrayAt(content, 'created');
  if (stringAt(content, 'format') !== 'idvkit.ledger' || created === undefined) throw unusable(file, 'it is no ledger');
  // This class wrote the entries.
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
