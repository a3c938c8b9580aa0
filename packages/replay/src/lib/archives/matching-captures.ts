import type { Archive, CaptureFilter } from '@idvkit/archive';
import type { Captured } from '@idvkit/schema/formats';

import { deliveryKey } from './known-deliveries.ts';

/**
 * Finds which captures a filter chooses in several archives. A capture that several have is chosen if one of them chooses it. Receivers
 * may have had it from another archive: an archive that sent nothing of it does not count then.
 */
export async function matchingCaptures(
  archives: readonly Archive[],
  { receivers, ...details }: CaptureFilter,
): Promise<(captured: Captured) => boolean> {
  const chosen = new Set<string>();
  for (const archive of archives) for (const key of await keysOf(archive, details)) chosen.add(key);
  if (receivers === undefined) return (captured) => chosen.has(deliveryKey(captured));
  const had = new Set<string>();
  const states: { readonly matching: ReadonlySet<string>; readonly notSent: ReadonlySet<string> }[] = [];
  for (const archive of archives) {
    const notSent = await keysOf(archive, { receivers: ['not-sent'] });
    states.push({ matching: await keysOf(archive, { receivers }), notSent });
    for (const key of await keysOf(archive, {})) if (!notSent.has(key)) had.add(key);
  }
  return (captured) => {
    const key = deliveryKey(captured);
    return (
      chosen.has(key) &&
      states.some(({ matching, notSent }) => matching.has(key) && !(had.has(key) && notSent.has(key)))
    );
  };
}

async function keysOf(archive: Archive, filter: CaptureFilter): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for await (const { captured } of archive.list(filter)) keys.add(deliveryKey(captured));
  return keys;
}
