import { ArchiveError } from './archive-error.ts';
import type { CaptureEntry, CaptureFilter } from './capture-entry.ts';

/** Names one capture: by number, by the hash of its body, or as the latest one. */
export type CaptureReference =
  | { readonly kind: 'number'; readonly id: number }
  | { readonly kind: 'hash'; readonly prefix: string }
  | { readonly kind: 'latest'; readonly type?: string };

/** Reads a reference: `12`, `#12`, `latest`, `latest:submit_form`, or the beginning of a SHA-256: `7a0c0d`, `sha256:7a0c`. */
export function parseCaptureReference(text: string): CaptureReference | undefined {
  const [, number] = /^#?(\d{1,15})$/.exec(text) ?? [];
  if (number !== undefined) return { kind: 'number', id: Number(number) };
  const [, latest, type] = /^(latest)(?::(.+))?$/.exec(text) ?? [];
  if (latest !== undefined) return { kind: 'latest', ...(type !== undefined && { type }) };
  const [, named, bare] = /^(?:sha256:([\da-f]{4,64})|([\da-f]{6,64}))$/.exec(text) ?? [];
  const prefix = named ?? bare;
  return prefix === undefined ? undefined : { kind: 'hash', prefix };
}

/** Finds the capture that a reference names. @throws {ArchiveError} `capture-unknown`, `capture-ambiguous`. */
export function findEntry(list: (filter: CaptureFilter) => Iterable<CaptureEntry>, reference: string): CaptureEntry {
  const parsed = parseCaptureReference(reference);
  if (parsed === undefined) {
    const isShort = /^sha256:[\da-f]{0,3}$/.test(reference);
    const state = isShort
      ? 'is too short: a hash needs 4 digits'
      : 'is neither a number, nor latest, nor the start of a hash';
    throw new ArchiveError('capture-unknown', `"${reference}" ${state}`);
  }
  const found = [...list(toFilter(parsed))];
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
