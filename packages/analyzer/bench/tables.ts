import { CONTESTANTS } from './contestants.ts';
import { least, type HeatResult } from './heats.ts';
import { PROFILES } from './profiles.ts';
import type { Target } from './targets.ts';

/** Draws what came of a heat, as Markdown. */
export function heatTable({ heat, bytes, runs }: HeatResult): string {
  const ours = runs.get('summary') ?? runs.get('scan');
  const oursElapsed = least(ours?.map(({ seconds }) => seconds) ?? []);
  const oursCpu = least(ours?.map(({ cpuSeconds }) => cpuSeconds) ?? []);
  const rows = [...runs].map(([id, each]) => {
    const seconds = least(each.map((run) => run.seconds)) ?? Number.NaN;
    const cpu = least(each.map((run) => run.cpuSeconds));
    const peak = Math.max(...each.map((run) => run.peakMegabytes ?? Number.NaN));
    return [
      CONTESTANTS[id],
      String(each.length),
      (bytes / 1e6 / seconds).toFixed(0),
      `${(seconds / (oursElapsed ?? Number.NaN)).toFixed(2)} ×`,
      cpu === undefined ? '' : `${(cpu / (oursCpu ?? Number.NaN)).toFixed(2)} ×`,
      seconds.toFixed(2),
      Number.isNaN(peak) ? '' : `${peak.toFixed(0)} MB`,
    ];
  });
  const heads = ['', 'runs', 'MB/s', 'elapsed', 'processor time', 'seconds', 'memory'];
  return `${PROFILES[heat.profile]}, ${heat.megabytes} MB\n\n${table(heads, rows)}`;
}

/** Draws targets, as Markdown. */
export function targetTable(targets: readonly Target[]): string {
  return table(
    ['target', 'reached', ''],
    targets.map(({ wanted, reached, isMet }) => [wanted, reached, isMet ? 'met' : 'missed']),
  );
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, at) => Math.max(3, head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, at) => (at === 0 ? (cells[at] ?? '').padEnd(width) : (cells[at] ?? '').padStart(width))).join(' | ')} |`;
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(heads), line(rule), ...rows.map(line)].join('\n');
}
