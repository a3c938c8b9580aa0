import { factList, html, inlineCode, servedPage, type Html, type HtmlValue } from '@idvkit/cli-kit/html';

import { OUTCOME_PRESETS } from '../state/submission.ts';
import type { PortalError } from './operations/portal-error.ts';
import type { Portal, WorkspacePortal } from './portal.ts';

type Application = ReturnType<WorkspacePortal['applications']>[number];
type Delivery = ReturnType<WorkspacePortal['deliveries']>[number];
type Audit = ReturnType<WorkspacePortal['audit']>;
type Webhook = ReturnType<WorkspacePortal['webhooks']>[number];
type Switch = ReturnType<WorkspacePortal['variations']>[number];

/** Content of the page. */
export interface ConsoleView {
  readonly id: string;
  readonly index: ReturnType<Portal['index']>;
  readonly portal: WorkspacePortal;
  readonly error: PortalError | undefined;
  readonly url: URL;
}

/** Rows that a list shows, the newest. */
const MAX_ROWS = 50;
const STEPS = { '+1 min': 60_000, '+15 min': 900_000, '+7 days': 604_800_000 };
const TONES = new Map([
  ...['submitted', 'delivered', 'passed', 'pass', 'Clear'].map((state) => [state, 'good'] as const),
  ...['given-up', 'failed', 'fail', 'Need Review'].map((state) => [state, 'bad'] as const),
  ...['open', 'in-progress', 'retry', 'warned', 'need_review'].map((state) => [state, 'warn'] as const),
]);

const STYLE = `main { max-width: 84rem; padding-bottom: 3rem } header { padding-top: 1.5rem }
.facts { margin-top: .75rem; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)) } .facts code { user-select: all }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 0 3rem; align-items: start }
ul { list-style: none } li { padding: .6rem 0; border-bottom: 1px solid var(--line) } .end { margin-inline-start: auto }
form, .line { display: flex; flex-wrap: wrap; gap: .3rem .5rem; align-items: center } .line + .line { margin-top: .3rem }
[type='url'], [type='password'], [list] { flex: 1 10rem } label { flex: 1 100% } h3 { margin-top: 1rem }
summary { color: var(--link); font-size: .8125rem; cursor: pointer } form { margin-top: .4rem } .line form { margin: 0 }`;

const ICON = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
  <circle cx="8" cy="8" r="7" fill="#3b7dc4" />
</svg>`;

/** Writes the page of a workspace: how to call it, its applications, deliveries, client and faults. */
export function consolePage(view: ConsoleView): ReturnType<typeof servedPage> {
  const { portal, error } = view;
  const applications = portal.applications();
  const numbers = new Map(applications.map(({ slug, no }) => [slug, no]));
  const forms = portal.forms().map(({ slug }) => html`<option>${slug}</option>`);
  const body = html`<main>
    ${headerOf(view)}
    ${
      error &&
      html`<p class="notice bad" role="alert">
        ${error.message} ${error.issues.map(({ path, message }) => `${path}: ${message}. `)}
      </p>`
    }
    <div class="grid">
      <div>
        <h2>Applications</h2>
        ${act(
          { do: 'create' },
          html`<select name="form" aria-label="Form">
              ${forms}</select
            ><button>New application</button>`,
        )}
        ${listOf(applications, 'No application yet. Create one, or call the create endpoint.', applicationOf)}
        <h2>Webhooks</h2>
        ${listOf(portal.webhooks(), 'No webhook yet.', webhookOf)}
        ${act(
          { do: 'add-webhook' },
          html`<input type="url" name="url" aria-label="URL" placeholder="http://127.0.0.1:8080/" required />
            <input type="password" name="secret" aria-label="Secret" placeholder="Secret" autocomplete="off" required />
            <button class="quiet">Add</button>`,
        )}
      </div>
      <div>
        <h2>Deliveries</h2>
        ${listOf(portal.deliveries(), 'No delivery yet. Add a webhook, then submit an application.', (delivery) =>
          deliveryOf(delivery, numbers.get(delivery.slug)),
        )}
        <h2>Client</h2>
        ${clientOf(portal.audit())}
        <h2>Faults and variations</h2>
        <p class="hint">A fault breaks a rule. A variation is unusual but valid: a client must accept it.</p>
        ${switchesOf('faults', portal.faults())} ${switchesOf('variations', portal.variations())}
      </div>
    </div>
  </main>`;
  return servedPage({ title: 'idvkit mock', style: STYLE, icon: ICON, body });
}

function headerOf({ id, index, portal, url }: ConsoleView): Html {
  const { mode, now } = portal.clock();
  const own = index.workspaces.find((workspace) => workspace.id === id);
  const workspaces = index.workspaces.map(
    (other) => html`<a href="?workspace=${other.id}" ${other.id === id && html` aria-current="page"`}>${other.id}</a>`,
  );
  const steps = Object.entries(STEPS).map(
    ([text, ms]) => html`<button class="quiet" name="ms" value="${ms}">${text}</button>`,
  );
  const facts = [
    ['Base URL', html`<code>${url.origin}</code>`],
    ['API token', own?.token === undefined ? 'all are revoked' : html`<code>${own.token}</code>`],
    ['Form slugs', own?.forms.map(({ slug, camera }) => html`<code>${slug}</code>${camera ? ' (camera)' : ''} `)],
    ['Webhooks', portal.webhooks().length || html`<span class="warn">none yet</span>`],
    [`Clock, ${mode === 'frozen' ? 'stopped' : 'running'}`, new Date(now).toISOString().slice(0, 19).replace('T', ' ')],
    ['Workspaces', index.workspaces.length > 1 && workspaces.map((link) => [link, ' '])],
  ] as const;
  return html`<header>
    <h1>idvkit mock</h1>
    <div class="line"><a href="${url.pathname + url.search}">Refresh</a>${act({ do: 'advance' }, steps)}</div>
    ${factList(facts.filter(([, value]) => value !== false))}
  </header>`;
}

function applicationOf({ slug, no, formSlug, state, otherStatus, formUrl, createdAt }: Application): Html {
  const columns = Object.entries(otherStatus);
  const own = columns.filter(([column]) => column !== 'ekyc').map(([column]) => html`<option>${column}</option>`);
  const outcomes = Object.keys(OUTCOME_PRESETS).map(
    (outcome) => html`<button class="chip" name="outcome" value="${outcome}">${outcome.replace('_', ' ')}</button>`,
  );
  return html`<div class="line">
      <b>${no}</b>${pill(state)}${columns.map(([column, value]) => value !== '-' && pill(value, `${column} ${value}`))}
    </div>
    ${
      state === 'open' &&
      html`<div class="line">
        <a href="${new URL(formUrl).pathname}">Open form</a>
        <small>Submit as</small>${act({ do: 'submit', slug }, outcomes)}
      </div>`
    }
    <div class="line">
      ${
        state !== 'deleted' &&
        html`<details>
          <summary>More</summary>
          ${act(
            { do: 'status', slug },
            html`<select name="column" aria-label="Status column">
                ${own}
              </select>
              <input name="value" aria-label="New status" placeholder="New status" size="10" required />
              <button class="quiet">Set</button>`,
          )}
          ${state === 'open' && act({ do: 'expire', slug }, html`<button class="link">Expire</button>`)}
          ${act({ do: 'delete', slug }, html`<button class="link">Delete</button>`)}
        </details>`
      }
      <small class="end">${formSlug} · ${momentOf(createdAt)}</small>
    </div>`;
}

function webhookOf({ id, url, events, formSlug }: Webhook): Html {
  return html`<code>${url}</code>
    <div class="line">
      <small>${events.join(', ')}${formSlug !== undefined && ` of ${formSlug}`}</small>
      ${act({ do: 'remove-webhook', id }, html`<button class="link">Remove</button>`)}
    </div>`;
}

function deliveryOf({ id, type, trigger, url, queuedAt, state, attempts }: Delivery, no = ''): Html {
  return html`<div class="line">
      <b>#${id} ${type}</b>${pill(state)}<small class="end">${momentOf(queuedAt)}</small>
    </div>
    <div class="line">
      ${attempts.map(({ startedAt, outcome, next }) => {
        const result = outcome.kind === 'answered' ? outcome.status : outcome.kind;
        return html`<span class="${TONES.get(next) ?? ''}">${result}</span>
          <small>+${(startedAt - queuedAt) / 1_000} s</small>`;
      })}
      <small class="end">${trigger} ${no} → ${new URL(url).host}</small>
    </div>`;
}

function clientOf({ rules, calls }: Audit): HtmlValue {
  const judged = rules.filter(({ verdict }) => verdict !== 'not-exercised');
  const broken = judged.filter(({ verdict }) => verdict !== 'passed');
  const kinds = Map.groupBy(
    calls,
    ({ method, endpoint, condition, status }) => `${method} ${endpoint}: ${condition}, ${status}`,
  );
  return html`<p class="${broken.length > 0 ? 'bad' : ''}">
      ${judged.length} rules checked, ${broken.length} failed. ${rules.length - judged.length} not tested.
    </p>
    ${
      broken.length > 0 &&
      listOf(
        broken,
        '',
        ({ id, title, verdict, broken: times, findings }) =>
          html`<div class="line">${pill(verdict)}<b>${inlineCode(title)}</b><code class="hint">${id}</code></div>
            <p class="hint">${times}×: ${inlineCode(findings[0]?.message ?? '')}</p>`,
      )
    }
    ${listOf(
      [...kinds],
      'No request yet.',
      ([kind, same]) =>
        html`<div class="line">
          ${kind} <small class="end">${same.length}×, last ${momentOf(same.at(-1)?.at ?? 0)}</small>
        </div>`,
    )}
    ${calls.length > 0 && act({ do: 'forget' }, html`<button class="link">Forget requests</button>`)}`;
}

/** Draws those that are on, to be unticked, and a field that completes the others. */
function switchesOf(name: 'faults' | 'variations', all: readonly Switch[]): Html {
  const on = all.filter((each) => each.on);
  const kept = on.map(
    ({ id, title }) =>
      html`<label
        ><input type="checkbox" name="ids" value="${id}" checked /> ${inlineCode(title)} <code>${id}</code></label
      >`,
  );
  return html`<h3>${on.length} of ${all.length} ${name} on</h3>
    ${act(
      { do: name },
      html`${kept}<input
          name="ids"
          list="all-${name}"
          aria-label="Switch on of ${name}"
          placeholder="Type to find one"
        />
        <datalist id="all-${name}">
          ${all.map(({ id, title }) => html`<option value="${id}">${title}</option>`)}
        </datalist>
        <button class="quiet">Apply</button>`,
    )}`;
}

/** Draws a form that posts fields and what its controls say. */
function act(fields: Readonly<Record<string, string>>, content: HtmlValue): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form method="post">${hidden}${content}</form>`;
}

function pill(state: string, text = state): Html {
  return html`<span class="pill ${TONES.get(state) ?? ''}">${text}</span>`;
}

function listOf<Row>(rows: readonly Row[], none: string, draw: (row: Row) => HtmlValue): Html {
  if (rows.length === 0) return html`<p class="hint">${none}</p>`;
  const newest = rows.slice(-MAX_ROWS).toReversed();
  return html`<ul>
      ${newest.map((row) => html`<li>${draw(row)}</li>`)}
    </ul>
    ${rows.length > MAX_ROWS && html`<p class="hint">${rows.length - MAX_ROWS} older ones are not shown.</p>`}`;
}

/** Writes a moment of the clock of the workspace, without its year. */
function momentOf(ms: number): Html {
  const iso = new Date(ms).toISOString();
  return html`<time datetime="${iso}">${iso.slice(5, 19).replace('T', ' ')}</time>`;
}
