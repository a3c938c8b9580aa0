import { CliError, systemErrorState } from '@idvkit/cli-kit';
import type { Captured } from '@idvkit/schema/formats';

import { ArchiveError } from './archive-error.ts';
import { Archive } from './archive.ts';
import { identityOf } from './tables.ts';

/** Names a body. Plain data: it can be sent to another thread. */
export interface BodyReference extends Pick<Captured, 'id' | 'body'> {
  /** Folder of the archive. */
  readonly archive: string;
}

/** The captures of an archive. */
export interface ReadArchive {
  /** As they are numbered, without those that were erased. */
  readonly captures: readonly Captured[];
  /** Captures that were erased. */
  readonly erased: number;
}

/** Archives of which bodies are read, by folder: opening one for each body would cost more than reading it. */
const opened = new Map<string, { readonly identity: string; readonly archive: Archive }>();

function openToRead(folder: string): Archive {
  const known = opened.get(folder);
  const identity = identityOf(folder);
  if (known?.identity === identity) return known.archive;
  known?.archive.store.close();
  const archive = Archive.open(folder, { readOnly: true });
  opened.set(folder, { identity, archive });
  return archive;
}

/**
 * Reads which captures an archive has, also while it is written to. Changes nothing.
 *
 * @param name How messages call the archive.
 * @throws {CliError} `archive-malformed`.
 * @see docs/formats.md, "Capture archive"
 */
export function readArchive(
  folder: string,
  { name, signal }: { readonly name: string; readonly signal?: AbortSignal | undefined },
): ReadArchive {
  try {
    const archive = openToRead(folder);
    const captures: Captured[] = [];
    for (const { captured } of archive.list()) {
      signal?.throwIfAborted();
      captures.push(captured);
    }
    return { captures, erased: archive.erasures().length };
  } catch (cause) {
    if (signal?.aborted === true) throw cause;
    throw archiveMalformed(name, stateOf(cause), cause);
  }
}

function stateOf(cause: unknown): string {
  return cause instanceof ArchiveError
    ? cause.message.replace(/^./, (first) => first.toLowerCase())
    : systemErrorState(cause);
}

/** Reads a body as it was received. @throws {ArchiveError} `body-missing`; `body-changed` in the place of its last part. */
export async function* readBody({ archive, ...capture }: BodyReference): AsyncGenerator<Uint8Array> {
  yield* openToRead(archive).openBody(capture) as AsyncIterable<Uint8Array>; // No encoding is set.
}

/** Says why an archive cannot be read. */
export function archiveMalformed(name: string, state: string, cause?: unknown): CliError {
  return new CliError({
    code: 'archive-malformed',
    message: `Cannot read "${name}" as a capture archive: ${state}.`,
    fix: 'Run idvkit archive verify to see everything that is wrong with it.',
    cause,
  });
}
