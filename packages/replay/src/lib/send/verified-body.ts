import { createHash } from 'node:crypto';

import type { Archive } from '@idvkit/archive';
import type { Captured } from '@idvkit/schema/formats';

/** The body in the archive is not the one that was received. */
export class BodyChangedError extends Error {
  override readonly name = 'BodyChangedError';
}

/**
 * Reads the body of a capture and makes sure that it is the one that was received. The last part is held back until the hash
 * is known, so that a receiver never gets the whole of another body.
 *
 * @throws {BodyChangedError} in the place of the last part.
 * @throws {ArchiveError} `body-missing`.
 */
export async function* verifiedBody(archive: Archive, captured: Captured): AsyncGenerator<Uint8Array, void, undefined> {
  const hash = createHash('sha256');
  let held: Uint8Array | undefined;
  for await (const chunk of await archive.openBody(captured)) {
    const bytes = chunk as Uint8Array; // No encoding is set, so the chunks are bytes.
    if (held) yield held;
    hash.update(bytes);
    held = bytes;
  }
  if (hash.digest('hex') !== captured.body.sha256) throw new BodyChangedError('The body is not what was received');
  if (held) yield held;
}
