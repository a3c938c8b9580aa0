import { open, type FileHandle } from 'node:fs/promises';

import type { Archive, StoredBody } from '@idvkit/archive';
import { knownCodings, unpack } from '@idvkit/archive/coding';
import { CHAIN_START, checksumIn, formatJournalLine, type JournalEnd } from '@idvkit/archive/journal';
import type { Captured, JournalEntry } from '@idvkit/schema/formats';

/** A journal that is written from its beginning to its end by nobody else, and counts only once it is closed. */
export class FreshJournal {
  readonly #file: FileHandle;
  readonly #end: JournalEnd | undefined;
  #last: string | undefined;

  private constructor(file: FileHandle, end: JournalEnd | undefined) {
    this.#file = file;
    this.#end = end;
    this.#last = end === undefined ? undefined : CHAIN_START;
  }

  /** @param end Names its last line in the end. Without it, lines do not name the one before them. */
  static async create(path: string, end?: JournalEnd): Promise<FreshJournal> {
    return new FreshJournal(await open(path, 'wx', 0o600), end);
  }

  async append(facts: readonly JournalEntry[]): Promise<void> {
    const lines = facts.map((fact) => {
      const line = formatJournalLine(fact, this.#last);
      if (this.#end !== undefined) this.#last = checksumIn(line);
      return line;
    });
    if (lines.length > 0) await this.#file.appendFile(lines.join(''));
  }

  /** @returns once all of it is on the disk. */
  async close(): Promise<void> {
    await this.#file.sync();
    await this.#file.close();
    if (this.#last !== undefined) await this.#end?.write(this.#last);
    await this.#end?.close();
  }
}

/** Stores a body. @throws the error of `body`, rather than keep what came until then. */
export async function storeWhole({ bodies }: Archive, body: AsyncIterable<Uint8Array>): Promise<StoredBody> {
  const staged = await bodies.stage(body);
  if (staged.complete) return bodies.publish(staged);
  await bodies.discard(staged);
  throw staged.failure instanceof Error ? staged.failure : new Error('A body broke off', { cause: staged.failure });
}

/** Reads a body of the copy without its `Content-Encoding`; as it is if it cannot be decoded. */
export async function* openDecoded(copy: Archive, captured: Captured): AsyncGenerator<Uint8Array> {
  try {
    yield* unpack(await copy.openBody(captured), knownCodings(captured), { maxBytes: Infinity });
  } catch {
    yield* (await copy.openBody(captured)) as AsyncIterable<Uint8Array>; // No encoding is set.
  }
}
