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
}

/** Writes a page that needs no other file. It has no script, and its content security policy allows only its own style. */
export function htmlPage({ title, style, header, sections, footer }: HtmlPage): string {
  const css = `${BASE_STYLE}${style}`;
  const digest = hash('sha256', css, 'base64');
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${new Html(`<style>${css}</style>`)}
      </head>
      <body>
        <main>${pageContent({ header, sections })}</main>
        <footer><p>${footer}</p></footer>
      </body>
    </html>`.text;
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
