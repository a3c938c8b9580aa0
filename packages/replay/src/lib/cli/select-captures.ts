import { ArchiveError, type Archive, type CaptureEntry, type CaptureFilter } from '@idvkit/archive';
import { CliError, type Io } from '@idvkit/cli-kit';

/** Tells on stderr of lines of the journals that cannot be believed. */
export function onJournalProblem(io: Io): (problem: { file: string; line: number; problem: string }) => void {
  return ({ file, line, problem }) => {
    io.stderr.write(`idv-replay: Line ${line} of ${file} ${problem}; the others are used. Run idv-replay verify.\n`);
  };
}

/**
 * Finds the captures that references name, in the order in which they do: whatever {@link Archive.find} knows, `all`, and
 * ranges such as `3-7`, of which numbers may be missing.
 *
 * @throws {CliError} `capture-unknown` if one names none, `capture-ambiguous` if one that should name one names several.
 */
export async function* selectCaptures(
  archive: Archive,
  references: readonly string[],
  io: Io,
): AsyncGenerator<CaptureEntry, void, undefined> {
  for (const reference of references) {
    const [, first, last] = /^#?(\d{1,15})-#?(\d{1,15})$/.exec(reference) ?? [];
    if (reference !== 'all' && first === undefined) {
      yield await findCapture(archive, reference);
      continue;
    }
    const filter: CaptureFilter = first === undefined ? {} : { ids: [Number(first), Number(last)] };
    let count = 0;
    for await (const entry of archive.list(filter, onJournalProblem(io))) {
      count += 1;
      yield entry;
    }
    if (count === 0) throw unknown(`the archive has no capture ${reference === 'all' ? 'yet' : `in ${reference}`}`);
  }
}

/** Finds the capture that a reference names. @throws {CliError} `capture-unknown`, `capture-ambiguous`. */
export async function findCapture(archive: Archive, reference: string): Promise<CaptureEntry> {
  try {
    return await archive.find(reference);
  } catch (cause) {
    if (!(cause instanceof ArchiveError)) throw cause;
    if (cause.code === 'capture-unknown') throw unknown(cause.message, cause);
    throw new CliError({
      code: cause.code,
      message: `Cannot tell which capture is meant: ${cause.message}.`,
      fix: 'Use a number of idv-replay list.',
      cause,
    });
  }
}

function unknown(state: string, cause?: unknown): CliError {
  return new CliError({
    code: 'capture-unknown',
    message: `Cannot find a capture: ${state}.`,
    fix: 'Use a number of idv-replay list, a range such as 3-7, all, latest, latest:submit_form, or the start of a hash.',
    cause,
  });
}
