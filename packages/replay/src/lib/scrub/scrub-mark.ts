import { backupArchive, verifyArchive, Archive } from '@idvkit/archive';
import { scrubMark, type ScrubMark } from '@idvkit/schema/formats';

import type { ScrubKey } from './scrub-key.ts';

const MARK = 'scrub';

/**
 * Copies an archive that this key has scrubbed before.
 * @param folder Empty folder of the copy, which may hold a part of it if it is not copied.
 * @returns Whether it was copied: the same values were kept, and nothing was added, changed or damaged since.
 */
export async function copyScrubbed(
  archive: Archive,
  folder: string,
  { key, keep }: { readonly key: ScrubKey; readonly keep: readonly string[] },
): Promise<boolean> {
  const mark = readMark(archive);
  if (mark === undefined || mark.keyId !== key.id) return false;
  if (JSON.stringify(mark.keep) !== JSON.stringify(keep.toSorted())) return false;
  if (mark.content !== archive.contentHash()) return false;
  await backupArchive(archive, folder);
  const copy = Archive.open(folder);
  const { faults } = await verifyArchive(copy);
  await copy.close();
  return faults.length === 0;
}

/** Writes into an archive how it was scrubbed. */
export async function writeMark(
  archive: Archive,
  {
    key,
    ...scrubbed
  }: Pick<ScrubMark, 'captures' | 'replaced' | 'searched'> & {
    readonly key: ScrubKey;
    readonly keep: readonly string[];
  },
): Promise<void> {
  const mark: ScrubMark = {
    format: 'idvkit.scrub',
    version: 1,
    keyId: key.id,
    content: archive.contentHash(),
    ...scrubbed,
    keep: scrubbed.keep.toSorted(),
    replaced: Object.fromEntries(
      Object.entries(scrubbed.replaced).toSorted(([one], [other]) => one.localeCompare(other)),
    ),
  };
  await archive.setMark(MARK, JSON.stringify(mark));
}

function readMark(archive: Archive): ScrubMark | undefined {
  try {
    return scrubMark.safeParse(JSON.parse(archive.mark(MARK) ?? 'null')).data;
  } catch {
    return undefined;
  }
}
