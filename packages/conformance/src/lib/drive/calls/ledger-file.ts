import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';

import { readJsonFile, writeFileAtomic } from '@idvkit/cli-kit';
import { arrayAt, stringAt } from '@idvkit/json';

import { RunProblemError } from './run-problem.ts';

/** An application that a run created. It cannot be deleted over the interface. */
export interface LedgerEntry {
  /** In full, only here: it is needed to clean up. */
  readonly slug: string;
  /** Name of the slug in reports. */
  readonly fingerprint: string;
  readonly form: string;
  readonly baseUrl: string;
  readonly createdAt: string;
}

const FORMAT = 'idvkit.ledger';

/** File that lists what runs created. Its methods throw a {@link RunProblemError} if it is unusable. */
export class LedgerFile {
  readonly #file: string;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /** Checks that the file can be written. */
  async open(): Promise<void> {
    await this.#read();
    // Another run may be writing the ledger: a file next to it also shows that the folder is writable.
    const probe = `${this.#file}.${randomUUID()}`;
    await this.#write(probe, '');
    await rm(probe, { force: true });
  }

  /** Writes the entries of a run, and keeps those of other runs. Writes are sequential: the last one wins. */
  async write(entries: readonly LedgerEntry[]): Promise<void> {
    this.#writing = this.#writing.then(() => this.#replace(entries));
    await this.#writing;
  }

  async #replace(entries: readonly LedgerEntry[]): Promise<void> {
    const own = new Set(entries.map(({ slug }) => slug));
    const created = [...(await this.#read()).filter(({ slug }) => !own.has(slug)), ...entries];
    await this.#write(this.#file, `${JSON.stringify({ format: FORMAT, version: 1, created }, undefined, 2)}\n`);
  }

  async #read(): Promise<readonly LedgerEntry[]> {
    const content = await readJsonFile(this.#file, { isOptional: true, unusable: this.#unusable });
    if (content === undefined) return [];
    const entries = arrayAt(content, 'created');
    if (stringAt(content, 'format') !== FORMAT || entries === undefined) throw this.#unusable('it is not a ledger');
    // This class wrote the entries.
    return entries as readonly LedgerEntry[];
  }

  async #write(file: string, text: string): Promise<void> {
    try {
      await writeFileAtomic(file, text);
    } catch (cause) {
      throw this.#unusable('it cannot be written', cause);
    }
  }

  readonly #unusable = (state: string, cause?: unknown): RunProblemError =>
    new RunProblemError({
      code: 'ledger-unusable',
      message: `Cannot keep the ledger "${this.#file}": ${state}.`,
      fix: 'Name another file with `ledger` in the configuration, or move this one away.',
      cause,
    });
}
