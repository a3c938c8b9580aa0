import { createHash } from 'node:crypto';

import type { BodyStore, StagedBody } from './body-store.ts';
import type { BodyEncoding } from './content-coding.ts';
import { SMALL_BODY_BYTES } from './small-body.ts';

/** A body that was taken in: a small one in memory, a larger one on the disk under a name that nobody knows yet. */
export type TakenBody =
  | ({ readonly kind: 'file' } & StagedBody)
  | (Omit<StagedBody, 'path' | 'encoding'> & {
      readonly kind: 'small';
      readonly content: Uint8Array;
      /** Gives its memory back. */
      readonly release: () => void;
    });

/** Memory for small bodies that are under way, all together. Beyond it they go to the disk like larger ones. */
export class MemoryBudget {
  #free: number;

  constructor(bytes: number) {
    this.#free = bytes;
  }

  take(bytes: number): boolean {
    if (bytes > this.#free) return false;
    this.#free -= bytes;
    return true;
  }

  release(bytes: number): void {
    this.#free += bytes;
  }
}

/** Takes in a body, in memory while it is small. A stream that breaks off is not an error. @throws what the disk said. */
export async function stageBody(
  stream: AsyncIterable<Uint8Array>,
  {
    store,
    encoding,
    budget,
    requireInPlace,
  }: {
    readonly store: BodyStore;
    readonly encoding: BodyEncoding;
    readonly budget: MemoryBudget;
    /** Throws if the archive was moved away: a large body is written by its path. */
    readonly requireInPlace: () => void;
  },
): Promise<TakenBody> {
  const parts = stream[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let bytes = 0;
  let broken: { readonly failure: unknown } | undefined;
  for (;;) {
    const next = await parts.next().catch((failure: unknown) => void (broken = { failure }));
    if (next === undefined || next.done === true) break;
    const { byteLength } = next.value;
    if (bytes + byteLength > SMALL_BODY_BYTES || !budget.take(byteLength)) {
      budget.release(bytes);
      const rest = continued([...held, next.value], parts);
      try {
        requireInPlace();
        return { kind: 'file', ...(await store.stage(rest, encoding)) };
      } catch (error) {
        // Whoever gives the parts may have more to do with what is left of them.
        await parts.return?.();
        throw error;
      }
    }
    held.push(next.value);
    bytes += byteLength;
  }
  const content = Buffer.concat(held);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const complete = broken === undefined;
  return { kind: 'small', content, sha256, bytes, complete, ...broken, release: () => budget.release(bytes) };
}

async function* continued(held: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* held;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
