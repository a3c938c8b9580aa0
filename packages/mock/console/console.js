/// <reference lib="dom" />
/** @import { PortalIndexView, WorkspaceData } from './sections.js' */
import { createAsk } from './ask.js';
import { attempt, button, byId, complain, make, say } from './dom.js';
import { sections } from './sections.js';

const POLL_MS = 1_500;
/** A round that takes long is waited for this many times as long, so that a large workspace is not busy with its console. */
const IDLE_FACTOR = 10;
const MINUTE_MS = 60_000;

const { ask, sendJson } = createAsk('idvkit mock');
const workspaces = byId('workspace', HTMLSelectElement);

/** @param {string} path */
const at = (path) => `/_portal${workspaces.value === '' ? '' : `/workspaces/${workspaces.value}`}${path}`;
/** @param {string} path */
const get = async (path) => (await ask(at(path))).json();

/** Acts on the portal, then shows what changed. @param {string} method @param {string} path @param {unknown} [body] */
async function act(method, path, body) {
  complain(undefined);
  await sendJson(method, at(path), body);
  await refresh();
}

/** What each section showed last, as JSON: it is drawn again only if that changes. @type {Map<string, string>} */
const drawn = new Map();

/** Draws a section again, and gives the focus back. @param {string} id @param {unknown} from @param {() => Iterable<Node | string>} draw */
function redraw(id, from, draw) {
  const key = JSON.stringify(from);
  const element = byId(id, HTMLElement);
  const active = document.activeElement;
  // What somebody is typing stays until they are done.
  const isTyping = element.contains(active) && active?.matches('input:not([type=checkbox]), select') === true;
  if (drawn.get(id) === key || isTyping) return;
  drawn.set(id, key);
  const focused = active?.id ?? '';
  element.replaceChildren(...draw());
  if (focused !== '') document.getElementById(focused)?.focus();
}

/** @param {PortalIndexView} index */
function showWorkspaces({ workspaces: all }) {
  const chosen = workspaces.value;
  workspaces.hidden = all.length < 2;
  redraw('workspace', all, () => all.map(({ id }) => make('option', { value: id }, `Workspace ${id}`)));
  if (all.some(({ id }) => id === chosen)) workspaces.value = chosen;
  const current = all.find(({ id }) => id === workspaces.value);
  const select = byId('form', HTMLSelectElement);
  const forms = (current?.forms ?? []).map(({ slug }) => slug);
  if ([...select.options].map(({ value }) => value).join() !== forms.join()) {
    select.replaceChildren(...forms.map((slug) => make('option', { value: slug }, slug)));
  }
  token = current?.token;
}

/** Token of the workspace, to create applications as its client does. @type {string | undefined} */
let token;

async function create() {
  const form = byId('form', HTMLSelectElement).value;
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(`/en/api/forms/${encodeURIComponent(form)}/create/`, {
    method: 'POST',
    headers,
    body: '{}',
  });
  await refresh();
  if (!response.ok) throw new Error(`The service answered ${response.status} to create.`);
  say('Application created');
}

async function addReceiver() {
  const form = byId('receive', HTMLFormElement);
  const values = new FormData(form);
  await act('POST', '/webhooks', { url: values.get('url'), secret: values.get('secret') });
  form.reset();
}

/** @param {WorkspaceData['clock']} clock */
function showClock({ now, mode }) {
  const steps = /** @type {const} */ ([
    ['+1 min', MINUTE_MS],
    ['+15 min', 15 * MINUTE_MS],
    ['+7 days', 7 * 24 * 60 * MINUTE_MS],
  ]);
  const second = Math.floor(now / 1_000) * 1_000;
  redraw('clock', [second, mode], () => [
    make(
      'time',
      { title: mode === 'frozen' ? 'The clock stands' : 'The clock runs' },
      `${new Date(second).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
    ),
    ...steps.map(([text, ms]) =>
      button(text, () => act('POST', '/clock/advance', { ms }), { class: 'quiet', id: `advance-${ms}` }),
    ),
  ]);
}

async function refresh() {
  showWorkspaces(await (await ask('/_portal/')).json());
  const [applications, deliveries, clock, webhooks, audit, faults, variations] = await Promise.all(
    ['/applications', '/deliveries', '/clock', '/webhooks', '/audit', '/faults', '/variations'].map(get),
  );
  /** @type {WorkspaceData} */
  const data = { applications, deliveries, clock, webhooks, audit, faults, variations };
  showClock(clock);
  const find = byId('find', HTMLInputElement).value.trim().toLowerCase();
  const onlyOn = byId('only-on', HTMLInputElement).checked;
  for (const [id, { from, draw }] of Object.entries(sections)) {
    const part = from(data, { find, onlyOn });
    redraw(id, part, () => draw(part, act));
  }
}

async function follow() {
  for (let wasLost = false; ;) {
    const began = performance.now();
    try {
      if (document.visibilityState === 'visible') await refresh();
      if (wasLost) complain(undefined);
      wasLost = false;
    } catch (error) {
      wasLost = true;
      complain(error instanceof TypeError ? new Error('The mock does not answer: idvkit mock has ended.') : error);
    }
    const took = performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, Math.max(POLL_MS, took * IDLE_FACTOR)));
  }
}

/** @param {string} id @param {() => Promise<void>} submit */
function onSubmit(id, submit) {
  byId(id, HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(submit)();
  });
}

onSubmit('create', create);
onSubmit('receive', addReceiver);
workspaces.addEventListener('change', attempt(refresh));
byId('find', HTMLInputElement).addEventListener('input', attempt(refresh));
byId('only-on', HTMLInputElement).addEventListener('change', attempt(refresh));
follow().catch(complain);
