import { counted } from '@idvkit/cli-kit';
import { html, htmlTable, type Html, type HtmlValue } from '@idvkit/cli-kit/html';
import { formatPointer } from '@idvkit/json';

import { shownPointer } from '../scrub/policy.ts';
import { openSource } from '../show/body-source.ts';
import { diffBodies, isTimeChange, type BodyDifference } from '../show/diff-bodies.ts';
import { sideText } from '../show/diff-text.ts';
import { escapeUnsafe } from '../show/escape-unsafe.ts';
import { isShownValue } from '../show/shown-values.ts';
import type { Asked } from './asked.ts';

const MAX_DIFFERENCES = 500;

/** Draws where the bodies of the two selected captures differ; times, which nearly always do, behind one line. @throws {JsonTextError} if a body is not JSON. */
export async function drawComparison({ archive, posted }: Asked): Promise<Html> {
  const [before, after] = posted.getAll('selected').toSorted((one, other) => Number(one) - Number(other));
  if (before === undefined || after === undefined) throw new RangeError('Select two captures');
  const [one, other] = [archive.find(before), archive.find(after)];
  const isRevealed = posted.has('reveal');
  const rows: HtmlValue[][] = [];
  const times: HtmlValue[][] = [];
  let hasMore = false;
  const sources = [await openSource(archive, one.captured), await openSource(archive, other.captured)] as const;
  for await (const difference of diffBodies(...sources)) {
    hasMore = rows.length + times.length === MAX_DIFFERENCES;
    if (hasMore) break;
    (isTimeChange(difference) ? times : rows).push(rowOf(difference, isRevealed));
  }
  const heads = ['Path', `#${one.captured.id}`, `#${other.captured.id}`];
  const [text, reveal] = isRevealed ? ['Hide', ''] : ['Reveal', '?reveal'];
  return html`<input type="hidden" name="shown" value="" form="send" />
    <h2>${heads[1]} compared with ${heads[2]}</h2>
    <p data-say>${differText(rows.length, times.length)}${hasMore && ', and more'}.</p>
    ${
      rows.length > 0 &&
      html`<button
          class="quiet"
          id="differ"
          form="send"
          formnovalidate
          formaction="/compare${reveal}"
          data-into="#detail"
        >
          ${text} values
        </button>
        ${htmlTable({ caption: 'Differences', heads, rows })}`
    }
    ${
      times.length > 0 &&
      html`<details>
        <summary>${timesText(times.length)}</summary>
        ${htmlTable({ caption: 'Times', heads, rows: times })}
      </details>`
    }`;
}

function differText(values: number, times: number): string {
  const parts = [values > 0 && counted(values, 'value differs', 'values differ'), times > 0 && timesText(times)];
  return parts.filter((part) => part !== false).join(', ') || 'No value differs';
}

function timesText(times: number): string {
  return counted(times, 'time differs', 'times differ');
}

function rowOf({ path, before, after, isSameValue }: BodyDifference, isRevealed: boolean): HtmlValue[] {
  const steps = path.map((step) => (/^\d{1,6}$/.test(step) ? Number(step) : step));
  const pointer = escapeUnsafe(isRevealed ? formatPointer(steps) : shownPointer(steps)) || 'the whole body';
  const [old, young] = [before, after].map((side) =>
    side === undefined ? '–' : sideText(side, isRevealed || isShownValue(steps, side.kind, side.text)),
  );
  // Two masked values may look the same.
  const another = isSameValue === true ? 'the same value' : old === young && `another ${young}`;
  return [pointer, html`<del>${old}</del>`, html`<ins>${another || young}</ins>`];
}
