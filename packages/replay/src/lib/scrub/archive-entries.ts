import type { Archive } from '@idvkit/archive';
import type { CaptureAttempt, Captured, ImageEntry } from '@idvkit/schema/formats';

/** What an archive says, but for bodies and erasures. */
export type ArchiveEntry =
  | ({ readonly kind: 'captured' } & Captured)
  | ({ readonly kind: 'attempt' } & CaptureAttempt)
  | ({ readonly kind: 'image' } & ImageEntry)
  | { readonly kind: 'tags'; readonly capture: number; readonly tags: readonly string[] };

/** Returns the number of the capture that an entry is about. */
export function captureOf(entry: ArchiveEntry): number {
  return entry.kind === 'captured' ? entry.id : entry.capture;
}

/** Yields the entries of an archive, capture by capture; of one capture if `only` is given. */
export function* entriesOf(archive: Archive, only?: number): Generator<ArchiveEntry> {
  for (const { captured, tags } of archive.list(only === undefined ? {} : { ids: [only, only] })) {
    const { id } = captured;
    yield { kind: 'captured', ...captured };
    if (tags.length > 0) yield { kind: 'tags', capture: id, tags };
    for (const attempt of archive.attemptsOf(id)) yield { kind: 'attempt', ...attempt };
    for (const image of archive.imagesOf(id)) yield { kind: 'image', ...image };
  }
}
