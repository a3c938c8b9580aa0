import { hash } from 'node:crypto';

import { Html, html, type HtmlValue } from './html.ts';
import { pageStyle } from './page-style.ts';

/** Parts of every page. */
interface PageHead {
  /** Title for the tab and the history. It must not contain personal values. */
  readonly title: string;
  /** Rules that the shared style sheet lacks. Default: none. */
  readonly style?: string;
  /** SVG of the icon in the tab. Default: none. */
  readonly icon?: Html;
}

/** A section of a page. The list of contents links to it. */
export interface HtmlSection {
  readonly id: string;
  readonly title: string;
  /** Sentence under the heading. */
  readonly lead?: HtmlValue;
  readonly body: HtmlValue;
}

/** The content of a page in a file. */
export interface HtmlPage extends PageHead {
  readonly header: HtmlValue;
  readonly sections: readonly HtmlSection[];
  /** One line: the tool, its version, whether values are masked. */
  readonly footer: HtmlValue;
  /** Script at the end of the page. It must not contain `</script`. Default: none. */
  readonly script?: string;
  /** First link of the page: the id of the section that readers look for, and its text. Default: none. */
  readonly skip?: { readonly to: string; readonly text: string };
}

/** Writes a page that needs no other file. Its content security policy allows only its own style, script and icon. */
export function htmlPage({ header, sections, footer, skip, script, ...head }: HtmlPage): string {
  const css = pageStyle(head.style);
  const body = html`${skip !== undefined && html`<a class="skip" href="#${skip.to}">${skip.text}</a>`}
    <main>${pageContent({ header, sections })}</main>
    <footer><p>${footer}</p></footer>
    ${script !== undefined && new Html(`<script>${script}</script>`)}`;
  const policy = `${policyOf({ css, script, icon: head.icon })}; form-action 'none'`;
  return document({ ...head, css, body, policy });
}

/** The content of a page that a server renders. */
export interface ServedPage extends PageHead {
  /** Language as a BCP 47 tag. Default: `en`. */
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
  readonly body: HtmlValue;
  /**
   * Module at the end of the page. It must not contain `</script`. It may call its server, and show HTML from there with a policy for
   * trusted types of the name `idvkit`. Default: none, so the page has forms only.
   */
  readonly script?: string;
}

/**
 * Writes a page of a server, with the headers that it must be sent with: only its own style and script are loaded, only its own server
 * gets its forms, no page frames it and no cache keeps it.
 */
export function servedPage({ body, script, ...head }: ServedPage): {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const css = pageStyle(head.style);
  const module = script !== undefined && new Html(`<script type="module">${script}</script>`);
  return {
    text: document({ ...head, css, body: html`${body}${module}` }),
    headers: {
      ...PAGE_GUARD_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-language': head.lang ?? 'en',
      'content-security-policy': `${policyOf({ css, script, icon: head.icon })}; form-action 'self'; frame-ancestors 'none'${
        script === undefined ? '' : SCRIPT_POLICY
      }`,
      // Browsers withhold the Origin of a post from a page that sends no referrer.
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    },
  };
}

/** Further permissions of a page's script. */
const SCRIPT_POLICY = "; connect-src 'self'; require-trusted-types-for 'script'; trusted-types idvkit";

/** Headers of every response of a server of pages: it loads nothing, no page frames it and no cache keeps it. */
export const PAGE_GUARD_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

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

interface DocumentParts extends Omit<ServedPage, 'style'> {
  readonly css: string;
  /** Policy for a page that is sent without headers. */
  readonly policy?: string;
}

function document({ title, icon, lang = 'en', dir = 'ltr', css, policy, body }: DocumentParts): string {
  return html`<!doctype html>
    <html lang="${lang}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        ${policy !== undefined && new Html(`<meta http-equiv="Content-Security-Policy" content="${policy}" />`)}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${policy !== undefined && html`<meta name="referrer" content="no-referrer" />`}
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${icon !== undefined && html`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon.text)}" />`}
        ${new Html(`<style>${css}</style>`)}
      </head>
      <body>
        ${body}
      </body>
    </html>`.text.replaceAll(INDENTATION, '\n');
}

/** Templates indent; a page may hold thousands of lines. A `pre` never begins a line with markup. */
const INDENTATION = /\n +(?=<)/g;

/** Allows only what is on the page itself. */
function policyOf(page: {
  readonly css: string;
  readonly script?: string | undefined;
  readonly icon?: Html | undefined;
}): string {
  const allow = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;
  return [
    "default-src 'none'",
    `style-src ${allow(page.css)}`,
    ...(page.script === undefined ? [] : [`script-src ${allow(page.script)}`]),
    ...(page.icon === undefined ? [] : ['img-src data:']),
    "base-uri 'none'",
  ].join('; ');
}
