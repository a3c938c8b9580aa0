import { join } from 'node:path';

import { CliError, systemErrorCode, systemErrorState } from '@idvkit/cli-kit';
import type { Captured } from '@idvkit/schema/formats';

import { ArchiveError } from './archive-error.ts';
import { FILES, requireArchiveFormat, requireOwnParts } from './archive-folder.ts';
import { BodyStore, type BodyPlace } from './body-store.ts';
import { NO_CHECKSUM } from './journal-line.ts';
import { readJournal } from './read-journal.ts';
import { readIncoming } from './recover-incoming.ts';

/** Names a body. Plain data: it can be sent to another thread. */
export interface BodyReference extends BodyPlace {
  readonly archive: string;
  /** The body itself, if only `incoming.log` is known to have all of it. */
  readonly held?: Uint8Array;
}

/** A capture and where its body is. */
export interface ReadCapture {
  readonly captured: Captured;
  readonly body: BodyReference;
}

/** The captures of an archive. */
export interface ReadArchive {
  /** In the order of the journal, without those that were erased. */
  readonly captures: readonly ReadCapture[];
  /** Captures that were erased. */
  readonly erased: number;
  /** Lines of the journal that a crash tore off. */
  readonly torn: number;
}

/**
 * Reads which captures an archive has, whoever writes to it. Changes nothing: lines and bodies that a crash left in `incoming.log`
 * only are read from there.
 *
 * @param name How messages call the archive.
 * @throws {CliError} `archive-malformed` with the line of the journal that cannot be believed.
 * @see docs/formats.md, "Capture archive"
 */
export async function readArchive(
  folder: string,
  { name, signal }: { readonly name: string; readonly signal?: AbortSignal | undefined },
): Promise<ReadArchive> {
  const captures = new Map<number, Captured>();
  const held = new Map<string, Uint8Array>();
  let [erased, torn] = [0, 0];
  try {
    await requireArchiveFormat(folder).catch((cause: unknown) => {
      throw archiveMalformed(name, formatState(cause), cause);
    });
    await requireOwnParts(folder);
    const { lost, bodies } = await readIncoming(folder, new BodyStore(join(folder, 'bodies')));
    for (const [sha256, body] of bodies) held.set(sha256, body);
    const facts = readJournal(
      join(folder, FILES.journal),
      ({ line, problem }) => {
        // The next fact begins on a line of its own, whatever a crash left of the one before.
        if (problem !== NO_CHECKSUM) throw archiveMalformed(name, `line ${line} of its journal ${problem}`);
        torn += 1;
      },
      { lost },
    );
    for await (const fact of facts) {
      signal?.throwIfAborted();
      if (fact.kind === 'captured') captures.set(fact.id, fact);
      else if (fact.kind === 'erased' && captures.delete(fact.id)) erased += 1;
    }
  } catch (cause) {
    if (cause instanceof CliError || signal?.aborted === true) throw cause;
    throw archiveMalformed(name, stateOf(cause), cause);
  }
  return {
    captures: [...captures.values()].map((captured) => {
      const { sha256, segment } = captured.body;
      const body = held.get(sha256);
      return { captured, body: { archive: folder, sha256, segment, ...(body !== undefined && { held: body }) } };
    }),
    erased,
    torn,
  };
}

function formatState(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause === undefined) return 'its format.json names another format or version';
  return systemErrorCode(cause) === 'ENOENT'
    ? 'it has no format.json'
    : `its format.json cannot be read: ${systemErrorState(cause)}`;
}

function stateOf(cause: unknown): string {
  return cause instanceof ArchiveError
    ? cause.message.replace(/^./, (first) => first.toLowerCase())
    : systemErrorState(cause);
}

/** Reads a body as it was received. @throws {ArchiveError} `body-missing`; `body-changed` in the place of its last part. */
export async function* readBody({ archive, held, ...place }: BodyReference): AsyncGenerator<Uint8Array> {
  if (held !== undefined) return yield held;
  yield* (await new BodyStore(join(archive, 'bodies')).read(place)) as AsyncIterable<Uint8Array>; // No encoding is set.
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
