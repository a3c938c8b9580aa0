import type { Archive } from '@idvkit/archive';
import { formatPointer, JsonTextError } from '@idvkit/json';
import * as z from 'zod';

import { shownPointer } from '../scrub/policy.ts';
import { openSource } from '../show/body-source.ts';
import { diffBodies, type DiffSide } from '../show/diff-bodies.ts';
import { sideText } from '../show/diff-text.ts';
import { escapeUnsafe } from '../show/escape-unsafe.ts';
import { isShownValue } from '../show/shown-values.ts';
import { UiError } from './ui-error.ts';

/** A request of the page to compare two bodies. */
export const compareRequest = z.strictObject({
  before: z.int().min(1),
  after: z.int().min(1),
  /** True to show values and keys that may be personal. */
  isRevealed: z.boolean().default(false),
});

export type CompareRequest = z.infer<typeof compareRequest>;

export interface Comparison {
  readonly differences: readonly {
    /** JSON pointer; empty for the whole body. */
    readonly pointer: string;
    /** Null where there is no value. */
    readonly before: string | null;
    readonly after: string | null;
    /** True where both say the same in different bytes. */
    readonly isSameValue: boolean;
  }[];
  readonly hasMore: boolean;
}

const MAX_DIFFERENCES = 500;

/** Compares the bodies of two captures, path by path. @throws {UiError} 422 if one is not JSON. */
export async function compareCaptures(
  archive: Archive,
  { before, after, isRevealed }: CompareRequest,
): Promise<Comparison> {
  const sourceOf = async (id: number): ReturnType<typeof openSource> =>
    openSource(archive, archive.find(String(id)).captured);
  const differences: Comparison['differences'][number][] = [];
  for await (const difference of comparing(diffBodies(await sourceOf(before), await sourceOf(after)))) {
    if (differences.length === MAX_DIFFERENCES) return { differences, hasMore: true };
    const path = difference.path.map((step) => (/^\d{1,6}$/.test(step) ? Number(step) : step));
    const shown = (side: DiffSide | undefined): string | null =>
      side === undefined ? null : sideText(side, isRevealed || isShownValue(path, side.kind, side.text));
    differences.push({
      pointer: escapeUnsafe(isRevealed ? formatPointer(path) : shownPointer(path)),
      before: shown(difference.before),
      after: shown(difference.after),
      isSameValue: difference.isSameValue === true,
    });
  }
  return { differences, hasMore: false };
}

async function* comparing<Difference>(differences: AsyncIterable<Difference>): AsyncGenerator<Difference> {
  try {
    yield* differences;
  } catch (cause) {
    if (!(cause instanceof JsonTextError)) throw cause;
    throw new UiError(422, `Cannot compare: ${cause.message}.`, { cause });
  }
}
