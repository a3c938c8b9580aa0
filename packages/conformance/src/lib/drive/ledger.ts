import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { RunProblemError } from './run-problem.ts';

/** One application that a run created and that nobody can delete over the interface. */
export interface LedgerEntry {
  /** In full, here alone: whoever wants to clear up needs it. */
  readonly slug: string;
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
  readonly #slugs: string[] = [];
  #earlier: readonly LedgerEntry[] = [];
  readonly #entries: LedgerEntry[] = [];
  #reserved = 0;
  #closed: string | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** @param options `file` lists what was created; none is written where it is absent. */
  constructor({
    maxCreates,
    baseUrl,
    file,
  }: {
    readonly maxCreates: number;
    readonly baseUrl: string;
    readonly file?: string;
  }) {
    this.#maxCreates = maxCreates;
    this.#baseUrl = baseUrl;
    this.#file = file;
  }

  /** Slugs of what was created, in order. */
  get created(): readonly string[] {
    return this.#slugs;
  }

  /** Why nothing more is created, where that is so. */
  get closed(): string | undefined {
    return this.#closed;
  }

  /** Reads what earlier runs created, so that it is kept. @throws {RunProblemError} if the file is something else. */
  async open(): Promise<void> {
    if (this.#file === undefined) return;
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return;
      throw unusable(this.#file, cause);
    }
    this.#earlier = parse(text, this.#file).created;
  }

  /** Asks for one more create call. False: the budget is used up, or creating was stopped. */
  reserve(): boolean {
    if (this.#closed !== undefined) return false;
    if (this.#slugs.length + this.#reserved >= this.#maxCreates) {
      this.#closed = `The budget of ${this.#maxCreates} applications is used up`;
      return false;
    }
    this.#reserved += 1;
    return true;
  }

  /** Gives back what a create call reserved, and notes what it created. */
  async settle(created: { readonly slug: string; readonly form: string } | undefined): Promise<void> {
    this.#reserved -= 1;
    if (created === undefined) return;
    this.#slugs.push(created.slug);
    if (this.#file === undefined) return;
    this.#entries.push({
      slug: created.slug,
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
    const content: LedgerFile = {
      format: 'idvkit.ledger',
      version: 1,
      created: [...this.#earlier, ...this.#entries],
    };
    const draft = `${this.#file}.${process.pid}.tmp`;
    try {
      await mkdir(dirname(this.#file), { recursive: true });
      await writeFile(draft, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
      await rename(draft, this.#file);
    } catch (cause) {
      throw unusable(this.#file, cause);
    }
  }
}

function parse(text: string, file: string): LedgerFile {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw unusable(file, cause);
  }
  if (
    typeof content === 'object' &&
    content !== null &&
    'format' in content &&
    content.format === 'idvkit.ledger' &&
    'created' in content &&
    Array.isArray(content.created)
  ) {
    // Written by this class: entries are kept as they are.
    return content as LedgerFile;
  }
  throw unusable(file);
}

function unusable(file: string, cause?: unknown): RunProblemError {
  return new RunProblemError({
    code: 'ledger-unusable',
    message: `Cannot keep the ledger "${file}": it cannot be read or written, or is no ledger.`,
    fix: 'Name another file with `ledger` in the configuration, or move this one away.',
    cause,
  });
}
