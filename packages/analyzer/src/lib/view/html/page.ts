import { createHash } from 'node:crypto';

import { html, Markup, type Content } from './html.ts';
import { STYLE } from './style.ts';

/** A part of a page with a heading, which the list of contents names. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly lead?: Content;
  readonly body: Content;
}

/** What a page is made of. */
export interface Page {
  /** For the tab and the history; nothing personal. */
  readonly title: string;
  readonly header: Content;
  readonly sections: readonly Section[];
  /** Version of the tool. */
  readonly version: string;
  /** Whether personal values are shown. */
  readonly reveal: boolean;
}

/** Not a sign more than what the policy has the digest of. */
const STYLE_ELEMENT = new Markup(`<style>${STYLE}</style>`);
const STYLE_DIGEST = createHash('sha256').update(STYLE).digest('base64');

/** Writes a page that needs nothing but itself: no script and no asset, and a policy that allows none. */
export function page({ title, header, sections, version, reveal }: Page): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'"
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <main>
          ${header}
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
          )}
        </main>
        <footer>
          <p>
            idv-analyze ${version} ·
            ${reveal ? 'personal values are shown: treat this page as the payload itself' : 'personal values are masked'}
          </p>
        </footer>
      </body>
    </html>`.text;
}
