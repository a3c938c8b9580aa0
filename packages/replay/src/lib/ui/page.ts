import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import type { Archive } from '@idvkit/archive';
import { html, servedPage, type Html } from '@idvkit/cli-kit/html';
import { isLoopback } from '@idvkit/delivery';

import { maskTarget } from '../show/mask-head.ts';
import type { Asked } from './asked.ts';
import { drawCapture } from './capture-view.ts';
import { drawList } from './list-view.ts';

const ICON = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
  <path fill="#2f6fb3" d="M8 2a6 6 0 1 1-5.7 4.1l1.9.6A4 4 0 1 0 8 4v2.5L4 3.2 8 0z" />
</svg>`;

/** On a wide screen each pane scrolls by itself. Actions of a value show under the pointer; keyboard and touch reach them always. */
const STYLE = `main { display: grid; grid-template-columns: 21rem minmax(0, 1fr) 19rem; max-width: none; padding: 0 }
main > section { min-width: 0; padding: .75rem 1rem } section + section { border-left: 1px solid var(--line) }
h1 { margin: 0 0 .5rem; font-size: 1.1rem } h2 { margin: 0; font-size: 1.1rem } ul { list-style: none }
#query, #set, #target { width: 100% } [name='under'] { flex: 1 12rem } #send { display: grid; gap: .6rem } #list > *, #differ, form, .facts { margin-top: .6rem }
label { display: grid; color: var(--soft); font-size: .8125rem } label > * { color: var(--ink); font-size: .9375rem }
#list li { display: flex; gap: .5rem; align-items: baseline; border-bottom: 1px solid var(--line) }
.row { flex: 1; display: grid; grid-template-columns: 3rem 1fr auto; padding: .3rem .25rem .3rem .6rem; border: 0; border-radius: 0 }
.row, .masked { background: none; color: inherit; text-align: left } .row[aria-current] { background: var(--card); box-shadow: inset 4px 0 var(--link) }
.row .line { grid-column: 2 / -1 } .masked { padding: 0 .35rem; border: 1px dashed var(--soft); font-size: .8125rem }
.panel { margin-top: .75rem; padding-top: .5rem; border-top: 1px solid var(--line) } .panel > summary { font-weight: 650 }
.tree { margin-top: .5rem; font-size: .875rem } .tree ul { margin-left: .35rem; padding-left: .9rem; border-left: 1px solid var(--line) }
.tree .link:has(+ details) { float: right } .key ~ details { display: inline-block; vertical-align: top; color: var(--soft) }
.key, del, ins { text-decoration: none } .key { color: var(--soft) } .string, ins { color: var(--good) } del { color: var(--bad) }
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .5rem } img { width: 100% }
pre { overflow-x: auto } table { table-layout: fixed } #results > * { margin-top: .4rem; font-size: .875rem } [data-busy] #go, form:not([data-busy]) #stop { display: none }
@media (hover: hover) { .tree .link:not(:focus-visible, :hover > *) { opacity: 0 } }
@media (min-width: 60rem) { main { height: 100dvh } main > section { overflow-y: auto } }
@media (max-width: 60rem) { main { display: block } #list ul { max-height: 50dvh; overflow-y: auto } }`;

const MODES = html`<select name="mode">
  <option value="as-is">As it came</option>
  <option value="fresh">New nounce, time and image URLs</option>
</select>`;
const VALUES = html`<textarea id="set" name="set" rows="2" placeholder="/application/status=expired"></textarea>`;
const SEARCH = 'type:submit_form aml:pep 5xx since:2h "text"';

/** Returns the page without anything of an archive: its script gets the rest with the token. */
export function emptyPage(): ReturnType<typeof servedPage> {
  // The package has its sources next to the compiled files.
  const script = readFileSync(new URL('../../../src/lib/ui/page.js', import.meta.url), 'utf8');
  const body = html`<p id="problem" class="notice bad" role="alert" hidden></p>
    <p id="status" class="unseen" role="status"></p>
    <main spellcheck="false">
      <p class="hint">Loading…</p>
      <noscript><p class="bad">This page needs JavaScript.</p></noscript>
    </main>`;
  return servedPage({ title: 'idvkit', style: STYLE, script, icon: ICON, body });
}

/** Draws the list, the newest capture and the form that sends. */
export async function drawPage(asked: Asked): Promise<Html> {
  const { archive, secret, target = lastReceiver(archive) } = asked;
  const [newest] = archive.list({ order: 'newest', limit: 1 });
  const posted = new URLSearchParams({ id: String(newest?.captured.id) });
  return html`<section aria-labelledby="title">
      <h1 id="title">idvkit <small>${basename(archive.folder)}</small></h1>
      <form id="search" role="search" action="/list" data-into="#list" autocomplete="off">
        <input id="query" name="query" type="search" aria-label="Search captures" placeholder="${SEARCH}" />
        <div id="list">${await drawList(asked)}</div>
      </form>
    </section>
    <section id="detail" aria-label="Capture">
      ${newest ? await drawCapture({ ...asked, posted }) : html`<p class="hint">Nothing is captured yet.</p>`}
    </section>
    <section aria-labelledby="send-title">
      <h2 id="send-title">Send</h2>
      <form id="send" action="/send" data-into="#results" autocomplete="off">
        <label
          >To
          <input
            id="target"
            name="target"
            type="url"
            value="${target}"
            placeholder="http://127.0.0.1:8080/hook"
            required
        /></label>
        <label>How ${MODES}</label>
        <label>Times <input name="times" type="number" min="1" max="100" value="1" required /></label>
        <label>Values to change, one per line ${VALUES}</label>
        ${
          secret === undefined
            ? html`<p class="notice">Sending is off. Set IDV_WEBHOOK_SECRET, and start idvkit again.</p>`
            : html`<p class="buttons">
                <button id="go">Send</button><button id="stop" type="button" class="quiet">Stop</button>
              </p>`
        }
      </form>
      <div id="results"></div>
    </section>`;
}

/** Address that deliveries of the archive went to last, with `--to` of other commands, if the page may send to it and show it. */
function lastReceiver(archive: Archive): string | undefined {
  const target = archive.lastTarget();
  const isOffered = target !== undefined && isLoopback(URL.parse(target)?.hostname ?? '') && !maskTarget(target).masked;
  return isOffered ? target : undefined;
}
