import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';

import { writeFileAtomic } from '@idvkit/cli-kit';

import { ListFile, type ListFileKind } from './list-file.ts';

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

const LEDGER: ListFileKind = {
  format: 'idvkit.ledger',
  list: 'created',
  otherFormat: 'it is no ledger',
  problem: (file, state) => ({
    code: 'ledger-unusable',
    message: `Cannot keep the ledger "${file}": ${state}.`,
    fix: 'Name another file with `ledger` in the configuration, or move this one away.',
  }),
};

export interface LedgerOptions {
  readonly maxCreates: number;
  readonly baseUrl: string;
  readonly file?: string;
  readonly fingerprintOf: (slug: string) => string;
}

export class Ledger {
  readonly #options: LedgerOptions;
  readonly #file: ListFile<LedgerEntry> | undefined;
  readonly #slugs: string[] = [];
  /** Applications created, including those without a slug. */
  #made = 0;
  readonly #entries: LedgerEntry[] = [];
  #reserved = 0;
  readonly #waiting: (() => void)[] = [];
  #closed: string | undefined;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#file = options.file === undefined ? undefined : new ListFile(options.file, LEDGER);
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
    if (this.#file === undefined) return;
    await this.#file.read();
    // Another run may be writing the ledger: a file next to it also shows that the folder is writable.
    const probe = `${this.#options.file}.${randomUUID()}`;
    await this.#file.tryToWrite(() => writeFileAtomic(probe, ''));
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
  async settle(created?: { readonly slug?: string | undefined; readonly form: string }): Promise<void> {
    this.#reserved -= 1;
    if (created !== undefined) this.#made += 1;
    for (const resolve of this.#waiting.splice(0)) resolve();
    if (created?.slug === undefined) return;
    const { slug, form } = created;
    const { fingerprintOf, baseUrl } = this.#options;
    const createdAt = new Date().toISOString();
    this.#slugs.push(slug);
    this.#entries.push({ slug, fingerprint: fingerprintOf(slug), form, baseUrl, createdAt });
    await this.#file?.write(async () => {
      // Keeps what other runs wrote in the meantime.
      const others = ((await this.#file?.read()) ?? []).filter(({ slug }) => !this.#slugs.includes(slug));
      return [...others, ...this.#entries];
    });
  }

  close(reason: string): void {
    this.#closed ??= reason;
  }
}
