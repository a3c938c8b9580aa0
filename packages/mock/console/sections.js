/// <reference lib="dom" />
/** @import { WorkspacePortal, Portal } from '@idvkit/mock' */
import { button, complain, confirmed, harmless, make, pill } from './dom.js';

/** @typedef {ReturnType<Portal['index']>} PortalIndexView */
/** @typedef {ReturnType<WorkspacePortal['applications']>[number]} Application */
/** @typedef {ReturnType<WorkspacePortal['deliveries']>[number]} Delivery */
/** @typedef {ReturnType<WorkspacePortal['audit']>} Audit */
/** @typedef {ReturnType<WorkspacePortal['webhooks']>} Webhooks */
/** @typedef {{ id: string, title: string, on: boolean, rule?: string }} Switch */
/**
 * @typedef {{ applications: Application[], deliveries: Delivery[], clock: ReturnType<WorkspacePortal['clock']>, webhooks: Webhooks,
 *   audit: Audit, faults: readonly Switch[], variations: readonly Switch[] }} WorkspaceData
 */
/** @typedef {(method: string, path: string, body?: unknown) => Promise<void>} Act */

/** Rows that a list shows, the newest. */
const MAX_ROWS = 50;
const OUTCOMES = /** @type {const} */ ([
  ['pass', 'Pass'],
  ['need_review', 'Need review'],
  ['fail', 'Fail'],
  ['pep', 'PEP'],
  ['sanctions', 'Sanctions'],
]);
const TONES = /** @type {const} */ ({
  open: 'warn',
  submitted: 'good',
  expired: 'plain',
  deleted: 'plain',
  'under-way': 'warn',
  delivered: 'good',
  'given-up': 'bad',
  passed: 'good',
  failed: 'bad',
  warned: 'warn',
  'not-exercised': 'plain',
});

/**
 * Defines a section: the part of the data that it shows, and how.
 *
 * @template Part
 * @param {(data: WorkspaceData, search: { find: string, onlyOn: boolean }) => Part} from
 * @param {(part: Part, act: Act) => (Node | string)[]} draw
 * @returns {{ from: typeof from, draw: (part: any, act: Act) => (Node | string)[] }} Each is drawn with its own part only.
 */
function section(from, draw) {
  return { from, draw };
}

/** The sections of the console, by the id of their element. */
export const sections = {
  applications: section(
    ({ applications }) => newest(applications),
    (applications, act) =>
      listOf(applications, 'No application yet. Create one, or call the create endpoint.', (application) =>
        applicationOf(application, act),
      ),
  ),
  deliveries: section(
    ({ deliveries }) => newest(deliveries),
    (deliveries) =>
      listOf(deliveries, 'No delivery yet. Add a receiver, then submit an application.', (delivery) =>
        deliveryOf(delivery),
      ),
  ),
  receivers: section(
    ({ webhooks }) => webhooks,
    (webhooks, act) => listOf(webhooks, 'No receiver yet.', (webhook) => receiverOf(webhook, act)),
  ),
  requests: section(
    ({ audit }) => newest(audit.calls),
    (calls) => listOf(calls, 'No request yet.', requestOf),
  ),
  audit: section(
    ({ audit: { rules } }) => rules,
    (rules) => auditOf(rules),
  ),
  switches: section(
    ({ faults, variations }, search) => ({ faults, variations, search }),
    ({ faults, variations, search }, act) => [
      ...switchesOf('Faults', faults, { path: '/faults', search, act }),
      ...switchesOf('Variations', variations, { path: '/variations', search, act }),
    ],
  ),
};

/** @template Row @param {readonly Row[]} rows */
function newest(rows) {
  return { rows: rows.slice(-MAX_ROWS).toReversed(), hidden: Math.max(0, rows.length - MAX_ROWS) };
}

/**
 * @template Row
 * @param {readonly Row[] | { rows: readonly Row[], hidden: number }} part @param {string} none @param {(row: Row) => Node} draw
 */
function listOf(part, none, draw) {
  const { rows, hidden } = 'rows' in part ? part : { rows: part, hidden: 0 };
  if (rows.length === 0) return [make('p', { class: 'hint' }, none)];
  const more = hidden === 0 ? [] : [make('p', { class: 'hint' }, `${hidden} older ones are not shown.`)];
  return [make('ul', { class: 'rows' }, ...rows.map((row) => make('li', {}, draw(row)))), ...more];
}

/** Writes a moment of the clock of the workspace, without its year. @param {number} ms */
function momentOf(ms) {
  const iso = new Date(ms).toISOString();
  return make('time', { datetime: iso, title: iso }, iso.slice(5, 19).replace('T', ' '));
}

/** @param {Application} application @param {Act} act */
function applicationOf({ slug, no, formSlug, state, otherStatus, formUrl, createdAt }, act) {
  const path = `/applications/${slug}`;
  const isOpen = state === 'open';
  const submit = OUTCOMES.map(([outcome, text]) =>
    button(text, () => act('POST', `${path}/submit`, { outcome }), { class: 'chip', id: `${outcome}-${slug}` }),
  );
  const remove = async () => {
    if (await confirmed(`Delete application ${no}? Every read of it answers 404 from then on.`, 'Delete')) {
      await act('DELETE', path);
    }
  };
  return make(
    'div',
    {},
    make(
      'div',
      { class: 'line' },
      make('b', {}, no),
      pill(state, TONES[state]),
      ...Object.entries(otherStatus).map(([column, value]) => pill(`${column} ${value}`)),
      make('span', { class: 'hint end' }, `${formSlug} · `, momentOf(createdAt)),
    ),
    make(
      'div',
      { class: 'line actions' },
      ...(isOpen
        ? [
            make('a', { href: new URL(formUrl).pathname, target: '_blank', rel: 'noopener' }, 'Open form'),
            make('span', { class: 'hint' }, 'Submit as'),
            ...submit,
            button('Expire', () => act('POST', `${path}/expire`, {}), { class: 'link', id: `expire-${slug}` }),
          ]
        : []),
      ...(state === 'deleted'
        ? []
        : [
            statusForm(slug, Object.keys(otherStatus), (change) => act('POST', `${path}/status`, change)),
            button('Delete', remove, { class: 'link', id: `delete-${slug}` }),
          ]),
    ),
  );
}

/**
 * Returns the fields that change a status column. The service itself sets `ekyc`.
 *
 * @param {string} slug @param {readonly string[]} columns @param {(change: { column: string, value: string }) => Promise<void>} change
 */
function statusForm(slug, columns, change) {
  const own = columns.filter((column) => column !== 'ekyc');
  const column = make('select', { 'aria-label': 'Status column' }, ...own.map((name) => make('option', {}, name)));
  const value = make('input', { 'aria-label': 'New status', placeholder: 'New status', size: '10', required: true });
  const set = button('Set', () => change({ column: column.value, value: value.value }), {
    class: 'link',
    id: `status-${slug}`,
  });
  return make('details', { hidden: own.length === 0 }, make('summary', {}, 'Status'), column, value, set);
}

/** @param {Delivery} delivery */
function deliveryOf({ type, trigger, url, queuedAt, state, attempts, id }) {
  const end = Math.max(queuedAt + 1, ...attempts.map(({ endedAt }) => endedAt));
  const marks = attempts.map(({ number, startedAt, endedAt, outcome, next }) => {
    const result = outcome.kind === 'answered' ? `answered ${outcome.status}` : outcome.kind;
    const tone = { delivered: 'good', retry: 'warn', 'given-up': 'bad' }[next];
    const mark = make(
      'li',
      { title: `Attempt ${number}: ${result} after ${endedAt - startedAt} ms`, class: tone },
      outcome.kind === 'answered' ? String(outcome.status) : outcome.kind,
    );
    mark.style.setProperty('--at', String((startedAt - queuedAt) / (end - queuedAt)));
    return mark;
  });
  return make(
    'div',
    {},
    make(
      'div',
      { class: 'line' },
      make('b', {}, `#${id} ${type}`),
      pill(state, TONES[state]),
      make('span', { class: 'hint' }, `${trigger} · ${new URL(url).host}`),
      make('span', { class: 'hint end' }, momentOf(queuedAt)),
    ),
    make('ol', { class: 'timeline', 'aria-label': `Attempts of delivery ${id}` }, ...marks),
    ...(attempts.length > 1
      ? [make('span', { class: 'hint' }, `${attempts.length} attempts in ${(end - queuedAt) / 1_000} s`)]
      : []),
  );
}

/** @param {Webhooks[number]} webhook @param {Act} act */
function receiverOf({ id, url, events, formSlug }, act) {
  return make(
    'div',
    { class: 'line' },
    make('code', {}, harmless(url)),
    make('span', { class: 'hint' }, `${events.join(', ')}${formSlug === undefined ? '' : ` of ${formSlug}`}`),
    button('Remove', () => act('DELETE', `/webhooks/${id}`), { class: 'link', id: `remove-${id}` }),
  );
}

/** @param {Audit['calls'][number]} call */
function requestOf({ at, method, endpoint, formSlug, status, condition }) {
  const tone = status < 400 ? 'good' : status < 500 ? 'warn' : 'bad';
  return make(
    'div',
    { class: 'line' },
    make('span', { class: 'hint' }, momentOf(at)),
    make('b', {}, `${method} ${endpoint}`),
    pill(String(status), tone),
    make('span', { class: 'hint' }, harmless(`${condition}${formSlug === '' ? '' : ` · ${formSlug}`}`)),
  );
}

/** @param {Audit['rules']} rules */
function auditOf(rules) {
  const judged = rules.filter(({ verdict }) => verdict !== 'not-exercised');
  const broken = judged.filter(({ verdict }) => verdict !== 'passed');
  const rest = rules.length - judged.length;
  const row = (/** @type {Audit['rules'][number]} */ { id, title, verdict, broken: times, findings }) =>
    make(
      'div',
      {},
      make(
        'div',
        { class: 'line' },
        pill(verdict, TONES[verdict]),
        make('b', {}, title),
        make('code', { class: 'hint' }, id),
      ),
      ...(times === 0 ? [] : [make('p', { class: 'hint' }, `${times}×: ${harmless(findings[0]?.message ?? '')}`)]),
    );
  return [
    make(
      'p',
      { class: broken.length > 0 ? 'bad' : '' },
      `${judged.length} rules checked, ${broken.length} failed. ${rest} not tested.`,
    ),
    ...listOf([...broken, ...judged.filter((rule) => !broken.includes(rule))], '', row),
  ];
}

/**
 * @param {string} title @param {readonly Switch[]} all
 * @param {{ path: string, search: { find: string, onlyOn: boolean }, act: Act }} options
 */
function switchesOf(title, all, { path, search: { find, onlyOn }, act }) {
  const on = all.filter((each) => each.on);
  const shown = all.filter(
    (each) => (each.on || !onlyOn) && `${each.id} ${each.title} ${each.rule ?? ''}`.toLowerCase().includes(find),
  );
  /** @param {readonly Switch[]} chosen */
  const put = (chosen) => act('PUT', path, { ids: chosen.map(({ id }) => id) });
  // Switches that were moved since this was drawn count, too.
  const now = new Set(on);
  const rows = shown.map((each) => {
    const id = `switch-${each.id}`;
    /** @param {Event} event */
    const onchange = (event) => {
      if (now.has(each)) now.delete(each);
      else now.add(each);
      put([...now]).catch((error) => {
        if (each.on) now.add(each);
        else now.delete(each);
        if (event.target instanceof HTMLInputElement) event.target.checked = each.on;
        complain(error);
      });
    };
    return make(
      'li',
      {},
      make(
        'label',
        { class: 'switch' },
        make('input', { type: 'checkbox', role: 'switch', id, checked: each.on, onchange }),
        make('span', {}, each.title, ' ', make('code', { class: 'hint' }, each.id)),
      ),
    );
  });
  const off = on.length === 0 ? [] : [button('Switch all off', () => put([]), { class: 'link', id: `off-${path}` })];
  return [
    make('h3', { class: 'line' }, `${title}: ${on.length} of ${all.length} on`, ...off),
    make('ul', { class: 'rows scrolls', tabindex: '0', 'aria-label': title }, ...rows),
  ];
}
