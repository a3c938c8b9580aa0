import { html, type HtmlValue, type Html } from '@idvkit/cli-kit/html';

import { timeText } from '../reading-progress.ts';

/** Something that happened. */
export interface Moment {
  /** ISO 8601. */
  readonly at: string;
  readonly what: HtmlValue;
  readonly tone?: 'good' | 'bad' | 'open';
}

/** Moments that are shown; of more, the first and the last. */
const MAX_MOMENTS = 40;

/** Draws moments one below the other, with the time that passed between them. */
export function timeline(moments: readonly Moment[]): Html | undefined {
  const known = moments
    .map((moment) => ({ ...moment, ms: Date.parse(moment.at) }))
    .filter(({ ms }) => Number.isFinite(ms))
    .toSorted((a, b) => a.ms - b.ms);
  const [first] = known;
  const last = known.at(-1);
  if (!first || !last) return undefined;
  const half = MAX_MOMENTS / 2;
  const shown = known.length <= MAX_MOMENTS ? known : [...known.slice(0, half), ...known.slice(-half)];
  const span = Math.max(1, last.ms - first.ms);
  return html`<svg class="strip" aria-hidden="true" focusable="false" width="100%" height="18">
      <line x1="1%" x2="99%" y1="9" y2="9"></line>
      ${known.slice(0, 500).map(({ ms, tone = 'open' }) => html`<circle class="${tone}" cx="${(1 + ((ms - first.ms) / span) * 98).toFixed(2)}%" cy="9" r="5"></circle>`)}
    </svg>
    <ol class="timeline">
      ${shown.map(({ at, ms, what, tone = 'open' }, index) => {
        const before = shown[index - 1];
        return html`<li class="${tone}">
          <time datetime="${at}">${clockText(ms)}</time>
          <span>${what}</span>
          <small>${before === undefined ? dayText(ms) : gapText(ms - before.ms)}</small>
        </li>`;
      })}
    </ol>
    ${known.length > shown.length && html`<p class="note">${known.length - shown.length} in between are left out.</p>`}`;
}

/** Writes a time for people, in UTC; what is none is written as it is. */
export function momentText(at: string): string {
  const ms = Date.parse(at);
  return Number.isFinite(ms) ? `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC` : at;
}

function clockText(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19);
}

function dayText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 10)} UTC`;
}

function gapText(ms: number): string {
  if (ms < 1000) return 'at once';
  const days = Math.floor(ms / 86_400_000);
  return days >= 2 ? `${days} days later` : `${timeText(ms / 1000)} later`;
}
