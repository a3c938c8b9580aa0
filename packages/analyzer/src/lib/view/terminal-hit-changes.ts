import { printable, countText } from '@idvkit/cli-kit';

import type { ChangedHit, HitChanges, NamedHit } from '../export/hit-changes.ts';
import type { HitFields } from '../export/hit-fields.ts';
import { changesText } from './evidence-text.ts';
import type { TerminalPage } from './terminal-page.ts';

/** Hits of each kind that are drawn; the JSON has more. */
const MAX_HITS = 20;
const COLOURS = { new: 'green', gone: 'red', changed: 'yellow' } as const;

/** Draws which hits are new, gone and changed for a terminal: who it is, and what changed. */
export function terminalHitChanges(changes: HitChanges, page: TerminalPage): string {
  const kinds = ['new', 'gone', 'changed'] as const;
  const blocks = kinds.flatMap((kind) => {
    const { count, hits } = changes[kind];
    if (count === 0) return [];
    const more = count - Math.min(hits.length, MAX_HITS);
    const lines = hits
      .slice(0, MAX_HITS)
      .map((hit) => `  ${page.paint(COLOURS[kind], kind.padEnd(7))} ${hitText(hit)}`);
    return [...lines, ...(more > 0 ? [`  and ${countText(more)} more ${kind}`] : []), ''];
  });
  return [page.paint('bold', changesText(changes)), '', ...blocks].join('\n');
}

function hitText(hit: NamedHit | ChangedHit): string {
  const { number, provider, run, entry, label } = hit;
  const place = `#${number}  ${printable(provider, 40)} run ${run + 1} entry ${entry + 1}`;
  const values = 'fields' in hit ? fieldTexts(hit.fields) : changeTexts(hit);
  return [place, ...(label === undefined ? [] : [printable(label, 60)]), values.join(' · ')].join('  ').trimEnd();
}

function fieldTexts(fields: HitFields): readonly string[] {
  return Object.entries(fields).map(([path, texts]) => `${printable(path, 60)} ${valueText(texts)}`);
}

function changeTexts({ before, after }: ChangedHit): readonly string[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (paths.length === 0) return ['fields that the profile does not name'];
  return paths.map((path) => `${printable(path, 60)} ${valueText(before[path])} → ${valueText(after[path])}`);
}

function valueText(texts: readonly string[] | undefined): string {
  return texts === undefined ? 'none' : printable(texts.join(', '), 120);
}
