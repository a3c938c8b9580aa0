import { type LedgerEntry, LedgerFile } from './ledger-file.ts';

export interface LedgerOptions {
  readonly maxCreates: number;
  readonly baseUrl: string;
  readonly file?: string;
  readonly fingerprintOf: (slug: string) => string;
}

export class Ledger {
  readonly #options: LedgerOptions;
  readonly #file: LedgerFile | undefined;
  readonly #slugs: string[] = [];
  /** Applications created, including those without a slug. */
  #made = 0;
  readonly #entries: LedgerEntry[] = [];
  #reserved = 0;
  readonly #waiting: (() => void)[] = [];
  #closed: string | undefined;

  constructor(options: LedgerOptions) {
    this.#options = options;
    this.#file = options.file === undefined ? undefined : new LedgerFile(options.file);
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
    await this.#file?.open();
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
    await this.#file?.write(this.#entries);
  }

  close(reason: string): void {
    this.#closed ??= reason;
  }
}
