import type { CaptureEntry } from '@idvkit/archive';
import type { Io } from '@idvkit/cli-kit';

import type { Selection } from '../select/parse-selection.ts';
import { chooseCaptures } from './choose-captures.ts';
import type { NamedArchive } from './open-archive.ts';

/** A capture with its archive. */
export interface ArchivedEntry extends NamedArchive {
  readonly entry: CaptureEntry;
}

/** Lists captures of several archives by the time at which they were received, then by archive. */
export async function* listArchives(
  archives: readonly NamedArchive[],
  { selection, order, io }: { readonly selection: Selection; readonly order: 'newest' | 'recorded'; readonly io: Io },
): AsyncGenerator<ArchivedEntry, void, undefined> {
  const lists = archives.map((named) => ({ named, list: chooseCaptures(named.archive, selection, { io, order }) }));
  try {
    const heads = [];
    for (const each of lists) heads.push({ ...each, next: await each.list.next() });
    for (;;) {
      const open = heads.flatMap((head) => (head.next.done === true ? [] : [{ head, entry: head.next.value }]));
      const [first, ...others] = open;
      if (first === undefined) return;
      const { head, entry } = others.reduce(
        (best, each) => (isBefore(each.entry, best.entry, order) ? each : best),
        first,
      );
      yield { ...head.named, entry };
      head.next = await head.list.next();
    }
  } finally {
    for (const { list } of lists) await list.return(undefined);
  }
}

function isBefore(
  { captured: one }: CaptureEntry,
  { captured: other }: CaptureEntry,
  order: 'newest' | 'recorded',
): boolean {
  const difference = Date.parse(one.receivedAt) - Date.parse(other.receivedAt);
  return order === 'newest' ? difference > 0 : difference < 0;
}
