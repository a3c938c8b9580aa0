import { printable } from '@idvkit/cli-kit';
import { counted, countText } from '@idvkit/cli-kit/text';

import type { HitChanges } from '../export/hit-changes.ts';
import { namedLines, type TerminalPage } from './terminal-page.ts';

/** Draws which hits are new, gone and changed for a terminal. */
export function terminalHitChanges(changes: HitChanges, page: TerminalPage): string {
  const { unchanged, withoutId } = changes;
  const kinds = ['new', 'gone', 'changed'] as const;
  const head = [
    ...kinds.map((kind) => `${countText(changes[kind].count)} ${kind}`),
    `${countText(unchanged)} unchanged`,
    ...(withoutId > 0 ? [`${counted(withoutId, 'hit')} without an id not compared`] : []),
  ];
  const rows = kinds.flatMap((kind) => {
    const places = Map.groupBy(
      changes[kind].hits,
      ({ provider, run, entry }) => `${printable(provider, 40)} run ${run + 1} entry ${entry + 1}`,
    );
    return [...places].map(([place, hits], at) => {
      const numbers = hits.map(({ number }) => `#${number}`);
      return [at === 0 ? kind : '', [place, ...numbers]] as const;
    });
  });
  return [page.paint('bold', head.join(' · ')), '', ...namedLines(rows, page), ''].join('\n');
}
