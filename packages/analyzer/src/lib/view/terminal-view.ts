import { printable, type Paint } from '@idvkit/cli-kit';
import type { DocumentSummary, EntrySummary, PayloadSummary, RunSummary } from '@idvkit/schema/formats';

import { countText, sizeText } from './size-text.ts';

/** Draws a summary for a terminal, one screen for an ordinary payload. Texts from the payload cannot move the cursor. */
export function terminalView(summary: PayloadSummary, paint: Paint): string {
  const lines = summary.documents.flatMap((document) => documentLines(document, paint));
  if (!summary.complete) {
    lines.push(paint('red', `Incomplete: ${summary.problem?.message ?? 'the input ended early'}`), '');
  }
  return lines.join('\n');
}

function documentLines(document: DocumentSummary, paint: Paint): string[] {
  const { event, application, outcome } = document;
  const heading = [
    text(event.type ?? 'payload'),
    text(application.status),
    outcome.ekyc === undefined ? '' : `ekyc ${text(outcome.ekyc)}`,
    outcome.faceScore === undefined ? '' : `face ${text(outcome.faceScore)}`,
    sizeText(document.bytes),
  ];
  const lines = [paint('bold', heading.filter((part) => part !== '').join(' · ')), ''];
  const sections = document.tree.parts.flatMap(({ name, bytes, parts }) => [
    { path: name, bytes },
    ...(name === 'extra' ? parts.map((part) => ({ path: `${name}.${part.name}`, bytes: part.bytes })) : []),
  ]);
  lines.push(
    ...bars(
      sections.map(({ path, bytes }) => ({ label: text(path), bytes })),
      document.bytes,
      paint,
    ),
    '',
  );
  for (const provider of document.providers) {
    for (const run of provider.runs) lines.push(...runLines(text(provider.name), run, paint));
  }
  for (const { code, path, message } of document.warnings) {
    lines.push(`${paint('yellow', '!')} ${printable(message)} ${paint('dim', `(${code}, ${printable(path)})`)}`);
  }
  if (document.warnings.length > 0) lines.push('');
  return lines;
}

function runLines(provider: string, run: RunSummary, paint: Paint): string[] {
  const raised = Object.entries(run.flags).filter(([name, on]) => on && name.startsWith('is_any_in_'));
  const flags = raised.length === 0 ? 'no list' : raised.map(([name]) => name.replace('is_any_in_', '')).join(', ');
  const title = `${provider}, run ${run.index + 1}: ${flags}`;
  return [paint('bold', title), ...run.entries.flatMap((entry) => entryLines(entry, paint)), ''];
}

function entryLines({ hits, totalHits, code, status }: EntrySummary, paint: Paint): string[] {
  const said = totalHits !== undefined && totalHits !== hits.count ? ` of ${countText(totalHits)} reported` : '';
  const answer = [code, status]
    .filter((part) => part !== undefined)
    .map(text)
    .join(' ');
  const lines = [`  ${countText(hits.count)} hits${said}, ${sizeText(hits.bytes)} ${paint('dim', answer)}`.trimEnd()];
  if (hits.size) {
    const { min, p50, p95, p99, max } = hits.size;
    const parts = Object.entries({ min, p50, p95, p99, max }).map(([name, bytes]) => `${name} ${sizeText(bytes)}`);
    lines.push(`  size per hit: ${parts.join('  ')}`);
  }
  for (const { path, elements, max } of hits.arrays.slice(0, 6)) {
    lines.push(`  ${text(path)}: ${countText(elements)} elements, at most ${countText(max)} in one hit`);
  }
  for (const { path, counts } of hits.values.slice(0, 6)) {
    const some = counts.slice(0, 5).map(({ value, count }) => `${text(value)} ${countText(count)}`);
    if (some.length > 0) lines.push(`  ${text(path)}: ${some.join(', ')}`);
  }
  if (hits.largest.length > 0) {
    lines.push('  largest hits:');
    const largest = hits.largest.map(({ index, offset, bytes, label }) => ({
      label: `#${index}${label === undefined ? '' : ` ${text(label)}`} ${paint('dim', `at byte ${offset}`)}`,
      bytes,
    }));
    lines.push(...bars(largest.slice(0, 5), hits.largest[0]?.bytes ?? 0, paint).map((line) => `  ${line}`));
  }
  return lines;
}

const BAR_WIDTH = 20;

function bars(
  rows: readonly { readonly label: string; readonly bytes: number }[],
  whole: number,
  paint: Paint,
): string[] {
  return rows.map(({ label, bytes }) => {
    const filled = whole === 0 ? 0 : Math.round((bytes / whole) * BAR_WIDTH);
    const bar = paint('cyan', '█'.repeat(filled)) + paint('dim', '·'.repeat(BAR_WIDTH - filled));
    return `${bar} ${sizeText(bytes).padStart(8)}  ${label}`;
  });
}

function text(value: string | number | null | undefined): string {
  return value === undefined || value === null ? '' : printable(String(value), 60);
}
