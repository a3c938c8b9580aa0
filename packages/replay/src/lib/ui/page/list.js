/// <reference lib="dom" />
/** @import { CaptureEntry } from '@idvkit/archive' */
/** @import { ListRequest } from '../list-captures.ts' */
import { attempt, byId, complain, make, say, sizeText, titleOf } from './dom.js';
import { getList } from './server.js';

/**
 * The list of captures: a listbox with one option per capture, the newest first. Those that are selected can be sent together.
 *
 * @param {{ open: (id: number) => Promise<void>, send: (ids: readonly number[]) => void }} actions
 */
export function createList({ open, send }) {
  const box = byId('list', HTMLElement);
  const filters = byId('filters', HTMLFormElement);
  const older = byId('older', HTMLButtonElement);
  /** @type {CaptureEntry[]} */
  let captures = [];
  /** @type {number | null} */
  let next = null;
  /** @type {number | undefined} */
  let active;
  /** @type {number | undefined} */
  let chosen;
  /** @type {Set<number>} */
  const selected = new Set();
  const sendSelected = byId('send-selected', HTMLButtonElement);
  let asked = new AbortController();
  let highest = 0;

  /** @returns {ListRequest} */
  const filter = () => {
    const form = new FormData(filters);
    /** @type {Record<string, unknown>} */
    const request = {};
    for (const name of ['type', 'ekyc', 'tag', 'text']) {
      const value = form.get(name);
      if (typeof value === 'string' && value !== '') request[name] = value;
    }
    const aml = form.getAll('aml');
    if (aml.length > 0) request['aml'] = aml;
    return request;
  };

  const load = async ({ pages = 1, extend = false } = {}) => {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    box.setAttribute('aria-busy', 'true');
    /** @type {CaptureEntry[]} */
    const found = extend ? [...captures] : [];
    let before = extend ? next : null;
    /** @type {number | null} */
    let total = null;
    try {
      for (let page = 0; page < pages; page += 1) {
        const part = await getList({ ...filter(), ...(before !== null && { before }) }, signal);
        found.push(...part.captures);
        total = part.total;
        before = part.next;
        if (before === null) break;
      }
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    captures = found;
    next = before;
    complain(undefined);
    render(total);
  };

  /** @param {number | null} total */
  const render = (total) => {
    if (active === undefined || !captures.some(({ captured }) => captured.id === active))
      active = captures[0]?.captured.id;
    box.replaceChildren(...captures.map((capture) => optionOf(capture)));
    mark();
    older.hidden = next === null;
    const shown = captures.length;
    byId('count', HTMLElement).textContent =
      shown === 0 ? 'No captures match.' : total === null ? `${shown} found` : `${shown} of ${total}`;
    suggest(
      'types',
      captures.map(({ summary }) => summary.type),
    );
    suggest(
      'outcomes',
      captures.map(({ summary }) => summary.ekyc),
    );
    suggest(
      'tags',
      captures.flatMap(({ tags }) => tags),
    );
    box.removeAttribute('aria-busy');
  };

  /** @param {CaptureEntry} capture */
  const optionOf = (capture) => {
    const { captured, summary, tags, lastOutcome } = capture;
    const { id, body, answer } = captured;
    const facts = [
      new Date(captured.receivedAt).toLocaleString(),
      ...(summary.status === undefined ? [] : [summary.status]),
      ...(summary.ekyc === undefined ? [] : [`eKYC ${summary.ekyc}`]),
      ...(summary.aml?.length ? [`AML ${summary.aml.join(', ')}`] : []),
      `${sizeText(body.bytes)}${body.complete ? '' : ', cut off'}`,
      answer === null ? 'not answered' : `answered ${answer}`,
      ...(lastOutcome === undefined
        ? []
        : [`last ${'status' in lastOutcome ? lastOutcome.status : lastOutcome.failure}`]),
      ...(summary.slug === undefined ? [] : [`slug ${summary.slug}`]),
      ...tags.map((tag) => `tag ${tag}`),
    ];
    const choose = () => {
      active = id;
      mark();
      show(id);
    };
    const pick = make('span', {
      class: 'box',
      'aria-hidden': 'true',
      title: 'Select',
      onclick: (event) => {
        event.stopPropagation();
        active = id;
        toggle(id);
      },
    });
    return make(
      'div',
      { role: 'option', id: `capture-${id}`, onclick: choose },
      pick,
      titleOf(capture),
      make('span', { class: 'facts' }, facts.join(' · ')),
    );
  };

  /** @param {number} id */
  const toggle = (id) => {
    if (!selected.delete(id)) selected.add(id);
    mark();
    say(`#${id} ${selected.has(id) ? 'selected' : 'not selected'}, ${selected.size} in all`);
  };

  const mark = () => {
    for (const option of box.children) {
      option.classList.toggle('active', option.id === `capture-${active}`);
      option.setAttribute('aria-selected', String(selected.has(Number(option.id.slice('capture-'.length)))));
      if (option.id === `capture-${chosen}`) option.setAttribute('aria-current', 'true');
      else option.removeAttribute('aria-current');
    }
    sendSelected.hidden = selected.size === 0;
    sendSelected.textContent = selected.size === 1 ? 'Send the selected one' : `Send the ${selected.size} selected`;
    if (active === undefined) box.removeAttribute('aria-activedescendant');
    else box.setAttribute('aria-activedescendant', `capture-${active}`);
  };

  /** @param {number} id */
  const show = (id) => {
    chosen = id;
    mark();
    open(id).catch(complain);
  };

  box.addEventListener('keydown', (event) => {
    const at = captures.findIndex(({ captured }) => captured.id === active);
    /** @type {Record<string, number>} */
    const moves = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: captures.length - 1,
      PageDown: at + 8,
      PageUp: at - 8,
    };
    const to = moves[event.key];
    if (to !== undefined) {
      active = captures[Math.min(Math.max(to, 0), captures.length - 1)]?.captured.id;
      mark();
      document.getElementById(`capture-${active}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && active !== undefined) show(active);
    else if (event.key === ' ' && active !== undefined) toggle(active);
    else return;
    event.preventDefault();
  });
  filters.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(() => load())();
  });
  filters.addEventListener(
    'change',
    attempt(() => load()),
  );
  // The fields are empty only after the event.
  filters.addEventListener('reset', () => setTimeout(attempt(() => load())));
  sendSelected.addEventListener('click', () => send([...selected].toSorted((one, other) => one - other)));
  older.addEventListener(
    'click',
    attempt(() => load({ extend: true })),
  );

  return {
    load,
    focus: () => box.focus(),
    /** Reads again what is shown, and says what is new. */
    refresh: async () => {
      await load({ pages: Math.max(1, Math.ceil(captures.length / 100)) });
      const newest = captures[0];
      if (newest !== undefined && newest.captured.id > highest) {
        const fresh = captures.filter(({ captured }) => captured.id > highest).length;
        const more = fresh > 1 ? ` and ${fresh - 1} more` : '';
        if (highest > 0) say(`New: ${titleOf(newest)}${more}`);
        highest = newest.captured.id;
      }
    },
  };
}

/** @param {string} id @param {readonly (string | undefined)[]} values */
function suggest(id, values) {
  const known = [...new Set(values)].filter((value) => value !== undefined).sort();
  byId(id, HTMLElement).replaceChildren(...known.map((value) => make('option', { value })));
}
