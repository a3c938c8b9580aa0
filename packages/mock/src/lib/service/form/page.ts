import { createHash } from 'node:crypto';

import type { PlatformLocale } from '@idvkit/schema';
import { html, raw } from 'hono/html';

import { branding } from '../info/branding.ts';
import { catalogue } from '../info/messages/catalogue.ts';
import { icons, type View } from './icons.ts';
import { directionOf, locales } from './locales.ts';
import { style } from './style.ts';

export const FORM_ID = 'application';

export interface Page {
  readonly status: number;
  readonly lang: PlatformLocale;
  readonly name: string;
  readonly title: string;
  /** Locales that the page can be switched to, and the address of each; none to leave the switch out. */
  readonly alternatives: readonly { readonly lang: PlatformLocale; readonly path: string }[];
  /** Whether switching takes along what was filled in. */
  readonly keepsEntry: boolean;
  readonly content: View;
}

const favicon = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${branding.logo}" fill="${branding.palettes.light.accent}"/></svg>`,
)}`;

/** Nothing but the page's own style sheet, by its hash: no script at all, no other source, no frame around it. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export async function toPageResponse(page: Page): Promise<Response> {
  return new Response(`<!doctype html>\n${String(await documentView(page))}`, {
    status: page.status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': locales[page.lang].tag,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cache-control': 'no-store',
      // The address is a secret. To its own origin it may go: browsers would withhold the Origin of a post otherwise.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  });
}

// In one piece: the policy allows it by the hash of its every character.
const styleSheet: View = raw(`<style>${style}</style>`);

function documentView(page: Page): View {
  const { lang, title, name, content } = page;
  return html`<html lang="${locales[lang].tag}" dir="${directionOf(lang)}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title} · ${name}</title>
      <link rel="icon" href="${favicon}" />
      ${styleSheet}
    </head>
    <body>
      <header class="head">
        ${page.keepsEntry ? defaultButton : ''}
        <span class="brand">${icons.logo}<span>${name}</span></span>
        ${languageSwitch(page)}
      </header>
      <main>${content}</main>
    </body>
  </html>`;
}

// Enter in a text control presses the first button of the form, wherever that is on the page: it has to be this one.
const defaultButton: View = html`<button
  class="unseen"
  type="submit"
  form="${FORM_ID}"
  name="action"
  value="submit"
  tabindex="-1"
  aria-hidden="true"
></button>`;

function languageSwitch({ lang, alternatives, keepsEntry }: Page): View {
  if (alternatives.length < 2) return html``;
  return html`<details class="languages">
    <summary>
      ${icons.language}<span class="unseen">${catalogue[lang].page.language}: </span><span>${locales[lang].name}</span>
    </summary>
    <ul>
      ${alternatives.map((alternative) => {
        const { tag, name } = locales[alternative.lang];
        const current = alternative.lang === lang ? html` aria-current="true"` : '';
        return keepsEntry
          ? html`<li>
              <button
                type="submit"
                form="${FORM_ID}"
                formaction="${alternative.path}"
                name="action"
                value="show"
                lang="${tag}"
                ${current}
              >
                ${name}
              </button>
            </li>`
          : html`<li><a href="${alternative.path}" hreflang="${tag}" lang="${tag}" ${current}>${name}</a></li>`;
      })}
    </ul>
  </details>`;
}
