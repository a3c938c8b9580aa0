import { hash } from 'node:crypto';

import { BASE_STYLE } from './base-style.ts';
import { Html, html, type HtmlValue } from './html.ts';

/** A section of a page. The list of contents links to it. */
export interface HtmlSection {
  readonly id: string;
  readonly title: string;
  /** Sentence under the heading. */
  readonly lead?: HtmlValue;
  readonly body: HtmlValue;
}

/** The content of a page. */
export interface HtmlPage {
  /** Title for the tab and the history. It must not contain personal values. */
  readonly title: string;
  /** Style of what the page draws beyond the shared building blocks. */
  readonly style: string;
  readonly header: HtmlValue;
  readonly sections: readonly HtmlSection[];
  /** One line: the tool, its version, whether values are masked. */
  readonly footer: HtmlValue;
  /** Script at the end of the page. It must not contain `</script`. Default: none. */
  readonly script?: string;
  /** First link of the page: the id of the section that readers look for, and its text. Default: none. */
  readonly skip?: { readonly to: string; readonly text: string };
  /** SVG of the icon in the tab. Default: none. */
  readonly icon?: Html;
}

/** Writes a page that needs no other file. Its content security policy allows only its own style, script and icon. */
export function htmlPage(page: HtmlPage): string {
  const { title, style, header, sections, footer, script, skip, icon } = page;
  const css = `${BASE_STYLE}${style}`;
  const policy = [
    "default-src 'none'",
    `style-src '${digestOf(css)}'`,
    ...(script === undefined ? [] : [`script-src '${digestOf(script)}'`]),
    ...(icon === undefined ? [] : ['img-src data:']),
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        ${new Html(`<meta http-equiv="Content-Security-Policy" content="${policy}" />`)}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${icon !== undefined && html`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon.text)}" />`}
        ${new Html(`<style>${css}</style>`)}
      </head>
      <body>
        ${skip !== undefined && html`<a class="skip" href="#${skip.to}">${skip.text}</a>`}
        <main>${pageContent({ header, sections })}</main>
        <footer><p>${footer}</p></footer>
        ${script !== undefined && new Html(`<script>${script}</script>`)}
      </body>
    </html>`.text.replaceAll(INDENTATION, '\n');
}

/** Writes what a page has between its head and its foot: the header, the list of contents, the sections. */
export function pageContent({ header, sections }: Pick<HtmlPage, 'header' | 'sections'>): Html {
  return html`<header>${header}</header>
    <nav aria-label="Contents">
      <ul>
        ${sections.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}
      </ul>
    </nav>
    ${sections.map(
      ({ id, title: name, lead, body }) =>
        html`<section aria-labelledby="${id}">
          <h2 id="${id}">${name}</h2>
          ${lead !== undefined && html`<p class="lead">${lead}</p>`} ${body}
        </section>`,
    )}`;
}

/** Templates indent; a page may hold thousands of lines. A `pre` never begins a line with markup. */
const INDENTATION = /\n +(?=<)/g;

function digestOf(text: string): string {
  return `sha256-${hash('sha256', text, 'base64')}`;
}
