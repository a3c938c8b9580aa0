import { html, raw } from 'hono/html';

import { branding } from '../info/branding.ts';

/** A piece of a page, its contents escaped. */
export type View = ReturnType<typeof html>;

function icon(paths: string): View {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${raw(paths)}</svg>`;
}

const line = (d: string): string =>
  `<path d="${d}" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>`;

/** Drawings of the page. All are decoration: what they mean is said in words beside them. */
export const icons = {
  logo: icon(`<path d="${branding.logo}" fill="currentColor"/>`),
  language: icon(line('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-9 9h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18')),
  phone: icon(line('M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm3 15h2')),
  flask: icon(line('M10 3h4M11 3v6l-5.5 9a2 2 0 0 0 1.7 3h9.6a2 2 0 0 0 1.7-3L13 9V3M8 15h8')),
  alert: icon(line('M12 8v5m0 3.2v.1M12 3.5 2.8 19.5a.7.7 0 0 0 .6 1h17.2a.7.7 0 0 0 .6-1L12 3.5Z')),
  check: icon(line('m5 12.5 4.5 4.5L19 7.5')),
  clock: icon(line('M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4.5V12l3 2')),
  search: icon(line('M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm5 11.5L20 20')),
  front_card: icon(
    line('M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1Zm10 5h4m-4 4h3') +
      line('M8.5 8.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4Zm-3 7.5c.5-1.5 1.6-2 3-2s2.5.5 3 2'),
  ),
  passport: icon(
    line('M6 3h12a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1Zm3 14.5h6') +
      line('M12 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7Zm-3.5 3.5h7'),
  ),
} as const;

export const documentScene: View = html`<svg class="scene" viewBox="0 0 320 150" aria-hidden="true" focusable="false">
  ${raw(
    '<path class="corners" d="M68 38V26a8 8 0 0 1 8-8h12M232 18h12a8 8 0 0 1 8 8v12M252 112v12a8 8 0 0 1-8 8h-12M88 132H76a8 8 0 0 1-8-8v-12"/>' +
      '<rect class="paper" x="92" y="36" width="136" height="78" rx="9"/>' +
      '<rect class="soft" x="104" y="50" width="34" height="42" rx="5"/><circle class="ink" cx="121" cy="64" r="7"/>' +
      '<path class="ink" d="M108 88c1.5-9 7-12 13-12s11.5 3 13 12Z"/>' +
      '<path class="lines" d="M150 54h62M150 68h44M150 82h54M104 103h108"/>',
  )}
</svg>`;

export const faceScene: View = html`<svg class="scene" viewBox="0 0 320 150" aria-hidden="true" focusable="false">
  ${raw(
    '<ellipse class="corners" cx="160" cy="75" rx="50" ry="62" stroke-dasharray="10 8"/>' +
      '<ellipse class="soft" cx="160" cy="70" rx="29" ry="37"/>' +
      '<circle class="ink" cx="149" cy="65" r="3"/><circle class="ink" cx="171" cy="65" r="3"/>' +
      '<path class="lines" d="M150 87c6 5 14 5 20 0"/>',
  )}
</svg>`;
