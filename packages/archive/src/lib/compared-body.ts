import { createHash } from 'node:crypto';

import { ArchiveError } from './archive-error.ts';
import { UnpackError } from './content-coding.ts';

/**
 * Gives a body while it is hashed. The last part is held back until the hash is known, so that no changed body is read as whole.
 *
 * @throws {ArchiveError} `body-changed`.
 */
export async function* compared(body: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let held: Uint8Array | undefined;
  try {
    for await (const part of body) {
      if (held !== undefined) yield held;
      hash.update(part);
      held = part;
    }
  } catch (cause) {
    if (!(cause instanceof UnpackError)) throw cause;
    throw new ArchiveError('body-changed', 'the body cannot be unpacked', { cause });
  }
  if (hash.digest('hex') !== sha256) throw new ArchiveError('body-changed', 'the body is not what was received');
  if (held !== undefined) yield held;
}
