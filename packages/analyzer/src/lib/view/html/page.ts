import { shellWord } from '@idvkit/cli-kit';
import { html, htmlPage, type Html, type HtmlPage } from '@idvkit/cli-kit/html';

/** Rules that the shared style sheet lacks. */
export const STYLE = `
.chips { list-style: none; margin-bottom: 1rem } .chips .pill { font-size: .875rem; padding: .1rem .7rem }
.warnings { list-style: none; display: grid; gap: .5rem } .warnings small { display: block }
.warnings li { border-left: 4px solid var(--warn); background: var(--warn-ground); padding: .5rem .9rem }
.warnings li.must { border-color: var(--bad); background: var(--bad-ground) }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
.drawn { width: 38%; vertical-align: middle } .noted .drawn { width: 22% } .noted .note { width: 42% }
.bar .good { fill: var(--good) } .bar .bad { fill: var(--bad) } .bar .warn { fill: var(--warn) }
.command { user-select: all }
summary { cursor: pointer; color: var(--link); font-size: .8125rem; margin: .5rem 0 }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 0 2.5rem }
.yes { color: var(--bad); font-weight: 600; white-space: nowrap } .no { color: var(--soft) } .odd { background: var(--warn-ground) }
@media (max-width: 44rem) { #flags ~ * tr { display: grid; grid-template-columns: repeat(6, minmax(0, 1fr)) } #flags ~ * tr > :first-child { grid-column: 1 / -1; border: 0 } #flags ~ * tr > * { padding-right: .25rem; overflow-wrap: normal } }
@media (max-width: 44rem) { .drawn { width: 24% } .noted .drawn { display: none } }
@media screen and (max-width: 44rem) { .evidence td, .evidence th { white-space: nowrap; padding-block: .1rem; line-height: 1.3 } }
.evidence small { color: var(--soft); font-size: inherit; white-space: nowrap } .evidence ul { list-style: none; margin-bottom: .75rem }
@media print {
  table { break-inside: avoid }
  section:has(.evidence) { break-after: page; margin: 0; padding: 0 }
  .evidence { font-size: 7.5pt; line-height: 1.2 } .evidence .note { font-size: inherit } .evidence td, .evidence th { font-size: inherit; padding: 1px 4px }
  header:has(~ section .evidence) .facts { grid-template-columns: repeat(6, 1fr); font-size: 7.5pt; gap: .25rem }
}`;

export interface PageOptions {
  /** Version of the tool. */
  readonly version: string;
  /** True if the summary shows personal values. */
  readonly reveal: boolean;
}

/** Writes a page in the style of the analyzer. Its footer says whether personal values are shown. */
export function page(
  content: Pick<HtmlPage, 'title' | 'header' | 'sections'>,
  { version, reveal }: PageOptions,
): string {
  const masking = reveal
    ? 'personal values are shown: treat this page as the payload itself'
    : 'personal values are masked';
  return htmlPage({ ...content, style: STYLE, footer: `idvkit analyze ${version} · ${masking}` });
}

/** Writes a time for people, in UTC. Text that is not a time stays as it is. */
export function momentText(at: string): string {
  const ms = Date.parse(at);
  return Number.isFinite(ms) ? `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC` : at;
}

/** Writes the command that prints a hit of a file, to be copied. */
export function hitCommand(source: string | undefined): Html | undefined {
  if (source === undefined || source === '' || source === 'standard input') return undefined;
  return html`To show a hit: <code class="command">idvkit analyze hits ${shellWord(source)} --number N</code>`;
}

export function hitName(number: number, label: string | undefined): string {
  return label === undefined ? `#${number}` : `#${number} ${clipped(label)}`;
}

export function clipped(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
