import { printable, counted } from '@idvkit/cli-kit';
import { formatPointer } from '@idvkit/json';
import type { Captured, CaptureDiff } from '@idvkit/schema/formats';

import { isTimeChange, type BodyDifference, type DiffSide } from '../show/diff-bodies.ts';
import { sideText } from '../show/diff-text.ts';
import { isShownValue } from '../show/shown-values.ts';

export interface DiffPrinter {
  difference(difference: BodyDifference): string;
  /** @param isComplete False where more may differ. */
  end(isComplete: boolean): string;
}

/** Prints a line for each difference, and how many there were. Times, which nearly always differ, are only counted. */
export function linePrinter(isRevealed: boolean): DiffPrinter {
  let count = 0;
  let times = 0;
  return {
    difference: (difference) => {
      if (isTimeChange(difference)) {
        times += 1;
        return '';
      }
      count += 1;
      return `${differenceLine(difference, isRevealed)}\n`;
    },
    end: () => {
      const changed = times === 0 ? '' : `${counted(times, 'time differs', 'times differ')}: --json lists them\n`;
      if (count === 0) return changed === '' ? 'No value differs\n' : changed;
      return `${changed}${counted(count, times === 0 ? 'value differs' : 'other value differs', times === 0 ? 'values differ' : 'other values differ')}\n`;
    },
  };
}

/** Prints one {@link CaptureDiff}. Nothing of it is printed before the first difference, so that bodies may turn out to be no JSON. */
export function documentPrinter({
  before,
  after,
  isRevealed,
}: {
  readonly before: Captured;
  readonly after: Captured;
  readonly isRevealed: boolean;
}): DiffPrinter {
  const named = ({ id, body }: Captured): CaptureDiff['before'] => ({ id, sha256: body.sha256 });
  const head = { format: 'idvkit.capture-diff', version: 1, before: named(before), after: named(after) } as const;
  const beginning = `${JSON.stringify(head).slice(0, -1)},"differences":[`;
  let count = 0;
  const separator = (): string => {
    count += 1;
    return count === 1 ? beginning : ',';
  };
  return {
    difference: (difference) => `${separator()}\n${JSON.stringify(toDocument(difference, isRevealed))}`,
    end: (isComplete) => `${count === 0 ? beginning : ''}\n],"complete":${isComplete}}\n`,
  };
}

function toDocument(
  { path, before, after, isSameValue }: BodyDifference,
  isRevealed: boolean,
): CaptureDiff['differences'][number] {
  const toSide = ({ kind, bytes, text }: DiffSide): NonNullable<CaptureDiff['differences'][number]['before']> => {
    const isShown = kind !== 'object' && kind !== 'array' && (isRevealed || isShownValue(path, kind, text));
    return { kind, bytes, ...(isShown && { text }) };
  };
  return {
    path: formatPointer(path),
    ...(before && { before: toSide(before) }),
    ...(after && { after: toSide(after) }),
    ...(isSameValue && { sameValue: true }),
  };
}

function differenceLine({ path, before, after, isSameValue }: BodyDifference, isRevealed: boolean): string {
  const place = printable(formatPointer(path)) || '(the whole body)';
  const shown = (side: DiffSide): string => sideText(side, isRevealed || isShownValue(path, side.kind, side.text));
  if (before === undefined) return `+ ${place}  ${after ? shown(after) : ''}`;
  if (after === undefined) return `- ${place}  ${shown(before)}`;
  return `~ ${place}  ${shown(before)} → ${shown(after)}${isSameValue ? '  (the same value, written differently)' : ''}`;
}
