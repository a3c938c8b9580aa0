/**
 * Builds `dist/drop-page.html`: one file that summarizes a payload in a browser. It loads nothing and connects to nothing, and its policy
 * allows its own script and style only. The build of the package runs it.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { html, Html, pageStyle } from '@idvkit/cli-kit/html';
import { rolldown } from 'rolldown';

import { STYLE } from '../src/lib/view/html/page.ts';

const here = new URL('drop-page/', import.meta.url);

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL('page.ts', here)),
    platform: 'browser',
    // Nothing that the page calls needs these: the check below says so of the built-in modules.
    shimMissingExports: true,
    external: [/^node:(?!crypto$)/, 'protobufjs/minimal'],
    resolve: { alias: { 'node:crypto': fileURLToPath(new URL('browser-crypto.ts', here)) } },
  });
  const { output } = await build.generate({ format: 'iife', minify: true });
  const [{ code, imports }] = output;
  if (imports.length > 0) throw new Error(`Browsers have no ${imports.join(', ')}`);
  // Within a script, the end of one would end it.
  return code.replaceAll('</script', String.raw`<\/script`);
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Returns the page, as it should be. */
export async function buildDropPage(): Promise<string> {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  const script = await bundle();
  const style = pageStyle(`${STYLE}${readFileSync(new URL('page.css', here), 'utf8')}`);
  const policy = [
    `default-src 'none'`,
    `script-src ${hashOf(script)} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(style)}`,
    `connect-src 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>Read a payload</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <header id="welcome"><h1>Read a payload</h1></header>
          <label class="drop">
            <strong>Drop a payload here, or choose a file</strong>
            <input id="file" type="file" />
            <small>JSON or gzip, of any size. Nothing leaves this page: it cannot connect to anything.</small>
          </label>
          <p class="choices">
            <button id="sample" type="button" class="quiet">Try a sample (3 MB, generated)</button>
            <label><input id="reveal" type="checkbox" /> Show personal values, such as names of hits</label>
          </p>
          <p id="note" role="status"></p>
          <noscript><p>This page needs JavaScript.</p></noscript>
          <div id="result"></div>
        </main>
        <footer><p>idvkit analyze ${manifest.version}</p></footer>
        ${new Html(`<script>${script}</script>`)}
      </body>
    </html>`.text;
}

if (import.meta.main) writeFileSync(new URL('../dist/drop-page.html', import.meta.url), await buildDropPage());
