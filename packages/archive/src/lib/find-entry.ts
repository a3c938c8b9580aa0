import { ArchiveError } from './archive-error.ts';
import type { CaptureEntry, CaptureFilter } from './capture-entry.ts';
import { parseCaptureReference, type CaptureReference } from './capture-reference.ts';

/**
 * Finds the capture that a reference names: `12`, `#12`, `latest`, `latest:submit_form`, `sha256:7a0c…`, `7a0c0d…`.
 *
 * @throws {ArchiveError} `capture-unknown`, `capture-ambiguous`.
 */
export async function findEntry(
  list: (filter: CaptureFilter) => AsyncIterable<CaptureEntry>,
  reference: string,
): Promise<CaptureEntry> {
  const parsed = parseCaptureReference(reference);
  if (parsed === undefined) {
    throw new ArchiveError(
      'capture-unknown',
      `"${reference}" is neither a number, nor latest, nor the start of a hash`,
    );
  }
  const found: CaptureEntry[] = [];
  for await (const entry of list(toFilter(parsed))) found.push(entry);
  const [first, second] = found;
  if (first === undefined) throw new ArchiveError('capture-unknown', `the archive has no capture "${reference}"`);
  if (second !== undefined) {
    const ids = found.map(({ captured }) => `#${captured.id}`).join(', ');
    throw new ArchiveError('capture-ambiguous', `several captures are "${reference}": ${ids} …`);
  }
  return first;
}

function toFilter(reference: CaptureReference): CaptureFilter {
  switch (reference.kind) {
    case 'number':
      return { ids: [reference.id, reference.id] };
    case 'hash':
      return { sha256: reference.prefix, limit: 2 };
    case 'latest':
      return { order: 'newest', limit: 1, ...(reference.type !== undefined && { types: [reference.type] }) };
  }
}
