import { Originals, type Found } from './leaks.ts';
import type { KeptPaths, Kind } from './policy.ts';
import { scrubBody, type BodySource, type ScrubbedBody } from './scrub-body.ts';
import { scrubNotes, type CaptureNotes } from './scrub-notes.ts';
import type { TextScrubber } from './text-scrubber.ts';

/** A capture without personal data. */
export interface ScrubbedCapture {
  readonly body: ScrubbedBody;
  readonly notes: CaptureNotes;
  /** Values that were replaced, by what they were taken for. */
  readonly replaced: ReadonlyMap<Kind, number>;
  /** Names of things that stayed. */
  readonly givenNames: ReadonlySet<string>;
  /** Originals that no name of another capture may hold, and the number of those that were searched for. */
  readonly telling: readonly string[];
  readonly searched: number;
  /** Originals that are left: the scrubber has a defect. */
  readonly leaks: readonly Found[];
}

interface CaptureScrubbing {
  /** The first scrubs; the others, with other keys, show what was generated: it may equal an original by chance. */
  readonly scrubbers: readonly [TextScrubber, ...TextScrubber[]];
  readonly keep: KeptPaths;
  readonly denied: ReadonlySet<string>;
}

/** Scrubs a capture and searches it for every original. Given names that hold one are replaced, too. */
export async function scrubCapture(
  source: BodySource,
  notes: CaptureNotes,
  { scrubbers: [scrubber, ...others], keep, denied }: CaptureScrubbing,
): Promise<ScrubbedCapture> {
  const scrubbing = { scrubber, keep, denied };
  const replaced = new Map<Kind, number>();
  const givenNames = new Set<string>();
  const originals = new Originals();
  const body = await scrubBody(source, {
    ...scrubbing,
    onReplaced: (each) => {
      replaced.set(each.kind, (replaced.get(each.kind) ?? 0) + 1);
      originals.add(each);
    },
    onGivenName: (name) => givenNames.add(name),
  });
  const scrubbed = { body, notes: scrubNotes(notes, scrubber), replaced, givenNames };
  const telling: string[] = [];
  const leaks: Found[] = [];
  let searched = 0;
  // Of a body that is replaced as a whole, nothing was read.
  for (let lot = body.shape === 'opaque' ? undefined : originals; lot !== undefined; lot = lot.next()) {
    if (lot !== originals) await scrubBody(source, { ...scrubbing, onReplaced: lot.add });
    searched += lot.finder.size;
    telling.push(...lot.telling);
    let found = await lot.search(body, scrubbed.notes, keep);
    for (const other of others) {
      if (found.length === 0) break;
      const made = await scrubBody(source, { ...scrubbing, scrubber: other });
      const again = await lot.search(made, scrubNotes(notes, other), keep);
      found = found.filter(({ value }) => again.some((each) => each.value === value));
    }
    leaks.push(...found);
  }
  const names = leaks.map(({ text }) => text).filter((text) => givenNames.has(text));
  if (names.length === 0) return { ...scrubbed, telling, searched, leaks };
  return scrubCapture(source, notes, {
    scrubbers: [scrubber, ...others],
    keep,
    denied: new Set([...denied, ...names]),
  });
}
