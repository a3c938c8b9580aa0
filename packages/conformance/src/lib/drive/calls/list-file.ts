import { readJsonFile, writeFileAtomic } from '@idvkit/cli-kit';
import { arrayAt, stringAt } from '@idvkit/json';

import { type RunProblem, RunProblemError } from './run-problem.ts';

export interface ListFileKind {
  readonly format: string;
  /** Name of the member with the list. */
  readonly list: string;
  /** What is wrong with a file of another format. */
  readonly otherFormat: string;
  readonly problem: (file: string, state: string) => RunProblem;
}

/** A JSON file of this package with one list. Its methods throw a {@link RunProblemError} if it is unusable. */
export class ListFile<Entry> {
  readonly #file: string;
  readonly #kind: ListFileKind;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: string, kind: ListFileKind) {
    this.#file = file;
    this.#kind = kind;
  }

  /** Reads the entries; none if there is no file. */
  async read(): Promise<readonly Entry[]> {
    const { format, list, otherFormat } = this.#kind;
    const unusable = this.#unusable.bind(this);
    const content = await readJsonFile(this.#file, { isOptional: true, unusable });
    if (content === undefined) return [];
    const entries = arrayAt(content, list);
    if (stringAt(content, 'format') !== format || entries === undefined) throw unusable(otherFormat);
    // This class wrote the entries.
    return entries as readonly Entry[];
  }

  /** Writes all entries. Writes are sequential and complete: the last one wins. */
  async write(entries: () => Promise<readonly Entry[]> | readonly Entry[]): Promise<void> {
    this.#writing = this.#writing.then(() => this.#replace(entries));
    await this.#writing;
  }

  async tryToWrite(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (cause) {
      throw this.#unusable('it cannot be written', cause);
    }
  }

  async #replace(entries: () => Promise<readonly Entry[]> | readonly Entry[]): Promise<void> {
    const { format, list } = this.#kind;
    const content = { format, version: 1, [list]: await entries() };
    await this.tryToWrite(() => writeFileAtomic(this.#file, `${JSON.stringify(content, undefined, 2)}\n`));
  }

  #unusable(state: string, cause?: unknown): RunProblemError {
    return new RunProblemError({ ...this.#kind.problem(this.#file, state), cause });
  }
}
