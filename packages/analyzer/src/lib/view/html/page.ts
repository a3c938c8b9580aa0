import { htmlPage, type HtmlPage } from '@idvkit/cli-kit/html';

import { STYLE } from './style.ts';

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
