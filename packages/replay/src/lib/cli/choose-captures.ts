import {
  ArchiveError,
  type Archive,
  type CaptureEntry,
  type CaptureFilter,
  type OnJournalProblem,
} from '@idvkit/archive';
import { printable, type Io } from '@idvkit/cli-kit';

/** Reports lines that cannot be used. @param name Name of the archive, if there are several. */
export function onJournalProblem(io: Io, name?: string): OnJournalProblem {
  const folder = name === undefined ? '' : `${printable(name)}/`;
  return ({ file, line, problem }) => {
    io.stderr.write(
      `idvkit: Line ${line} of ${folder}${file} ${problem}; the others are used. Run idvkit archive verify.\n`,
    );
  };
}

/**
 * Finds the captures of references, in their order: what {@link Archive.find} takes, `all`, and ranges such as `3-7`.
 * @throws {ArchiveError} `capture-unknown` if a reference names none, `capture-ambiguous` if one that should name one names several.
 */
export async function* selectCaptures(
  archive: Archive,
  references: readonly string[],
  io: Io,
): AsyncGenerator<CaptureEntry, void, undefined> {
  for (const reference of references) {
    const [, first, last] = /^#?(\d{1,15})-#?(\d{1,15})$/.exec(reference) ?? [];
    if (reference !== 'all' && first === undefined) {
      yield await archive.find(reference);
      continue;
    }
    const filter: CaptureFilter = first === undefined ? {} : { ids: [Number(first), Number(last)] };
    let count = 0;
    for await (const entry of archive.list(filter, onJournalProblem(io))) {
      count += 1;
      yield entry;
    }
    if (count === 0) {
      const which = reference === 'all' ? 'yet' : `in ${reference}`;
      throw new ArchiveError('capture-unknown', `the archive has no capture ${which}`);
    }
  }
}
