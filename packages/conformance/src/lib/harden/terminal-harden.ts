import { counted, wrapped, type Paint } from '@idvkit/cli-kit';
import type { HardenReport } from '@idvkit/schema/formats';

import { headlineOf } from './harden-summary.ts';
import { breakersOf, survivorsOf, type ShownChange } from './survivor.ts';

const MIN_WIDTH = 40;
const MAX_WIDTH = 110;

/** Writes a report for a terminal. */
export function terminalHarden(
  report: HardenReport,
  { paint, columns }: { readonly paint: Paint; readonly columns: number },
): string {
  const width = Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, columns));
  const { score } = report.summary;
  const groups: readonly (readonly [heading: string, changes: readonly ShownChange[]])[] = [
    ['Valid variations that broke your code', breakersOf(report)],
    ['Faults that your tests did not notice', survivorsOf(report)],
  ];
  const lines = [
    ...groups
      .filter(([, changes]) => changes.length > 0)
      .flatMap(([heading, changes]) => [
        paint('bold', `${heading} (${changes.length})`),
        '',
        ...changes.flatMap((change) => [...changeLines(change, { paint, width }), '']),
      ]),
    ...wrapped(`${headlineOf(report)}${score === null ? '' : `. Score: ${score} %`}`, width).map((line) =>
      paint('bold', line),
    ),
    ...wrapped(skippedText(report), width),
    ...(report.complete ? [] : wrapped(incompleteText(report), width)),
  ];
  return `${lines.join('\n')}\n`;
}

function changeLines(
  { id, title, seen, sentence, advice }: ShownChange,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): readonly string[] {
  const facts = [seen, ...(sentence === undefined ? [] : [sentence]), advice];
  return [
    ...wrapped(`${id}: the service ${title}`, width).map((line) => paint('red', line)),
    ...facts.flatMap((fact) => wrapped(fact, width - 2).map((line) => `  ${line}`)),
  ];
}

/** Says what was left out, and why. */
export function skippedText({ changes, correct }: HardenReport): string {
  const skipped = changes.filter(({ tests }) => tests === 'not-met').length;
  const seen = `${counted(correct.calls, 'call')} and ${counted(correct.deliveries, 'delivery', 'deliveries')}`;
  return `Skipped ${counted(skipped, 'change')} that ${skipped === 1 ? 'alters' : 'alter'} no byte of what your tests receive (${seen}).`;
}

/** Says how much of an incomplete run is left. */
export function incompleteText({ changes }: HardenReport): string {
  const left = changes.filter(({ tests }) => tests === 'not-run').length;
  return `Not complete: ${counted(left, 'change was', 'changes were')} not run. Run the same command again to continue.`;
}
