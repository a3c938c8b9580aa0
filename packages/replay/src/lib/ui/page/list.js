/// <reference lib="dom" />
/** @import { CaptureEntry, CaptureFacets } from '@idvkit/archive' */
import { attempt, button, byId, complain, debounced, make, pill, say, sizeText, timeOf } from './dom.js';
import { getList } from './server.js';

/** Filters that have chips, in their order, and the chips that each has at most. */
const CHIPS = /** @type {const} */ ([
  ['type', 4],
  ['ekyc', 3],
  ['aml', 5],
  ['bearer', 3],
  ['tag', 3],
]);
/** @type {ReadonlyMap<string, 'good' | 'bad' | 'warn'>} */
const EKYC_TONES = new Map([
  ['pass', 'good'],
  ['auto_pass', 'good'],
  ['need_review', 'warn'],
  ['fail', 'bad'],
]);
const WORD = /(?:[A-Za-z_-]+:)?(?:"[^"]*"?|\S+)/g;
const TYPING_MS = 250;

/** @param {CaptureEntry} capture */
export function titleOf({ captured, summary }) {
  return `#${captured.id} ${summary.type ?? (summary.json ? 'no type' : 'no JSON')}`;
}

/** Short labels of what matters in a capture. @param {CaptureEntry} capture */
export function pillsOf({ captured, summary, tags }) {
  const { ekyc, aml = [], status } = summary;
  const isWrong = captured.bearer !== 'match' && captured.bearer !== 'not-checked';
  return [
    ...(isWrong ? [pill(captured.bearer === 'absent' ? 'no bearer' : 'wrong bearer', 'bad')] : []),
    ...(status === undefined || status === 'complete' ? [] : [pill(status)]),
    ...(ekyc === undefined ? [] : [pill(`eKYC ${ekyc}`, EKYC_TONES.get(ekyc) ?? 'plain')]),
    ...aml.map((flag) => pill(`AML ${flag}`, 'warn')),
    ...tags.map((tag) => pill(tag)),
  ];
}

/** The result of a capture in words, in short, and its tone. @param {CaptureEntry} capture */
function resultOf({ captured: { answer }, lastOutcome }) {
  if (lastOutcome && 'failure' in lastOutcome) {
    return { text: `failed: ${lastOutcome.failure}`, short: 'failed', tone: 'bad' };
  }
  const status = lastOutcome?.status ?? answer;
  if (status === null) return { text: 'not answered', short: '', tone: 'none' };
  const tone = status < 300 ? 'good' : status < 500 ? 'warn' : 'bad';
  return { text: `${lastOutcome ? 'receiver answered' : 'answered'} ${status}`, short: String(status), tone };
}

/**
 * The list of captures: one search box with chips, and a listbox with one option per capture, the newest first.
 *
 * @param {{ open: (id: number, how: { isChosen: boolean }) => Promise<void>, select: (ids: readonly number[]) => void,
 *   compare: (before: number, after: number) => Promise<void> }} actions
 */
export function createList({ open, select, compare }) {
  const box = byId('list', HTMLElement);
  const query = byId('query', HTMLInputElement);
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
  let asked = new AbortController();
  let highest = 0;

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
    /** @type {readonly string[]} */
    let problems = [];
    try {
      for (let page = 0; page < pages; page += 1) {
        const part = await getList({ query: query.value, ...(before !== null && { before }) }, signal);
        found.push(...part.captures);
        ({ total, problems, next: before } = part);
        showChips(part.facets);
        if (before === null) break;
      }
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    [captures, next] = [found, before];
    complain(undefined);
    render(total, problems);
  };

  /** @param {number | null} total @param {readonly string[]} problems */
  const render = (total, problems) => {
    if (!captures.some(({ captured }) => captured.id === active)) active = captures[0]?.captured.id;
    box.replaceChildren(...captures.map((capture) => optionOf(capture)));
    mark();
    older.hidden = next === null;
    const shown = captures.length;
    const none = query.value === '' ? ['Nothing is captured yet.'] : ['No captures match.', clearButton()];
    byId('count', HTMLElement).replaceChildren(
      ...(problems.length > 0
        ? [`${problems.join(' ')} `, clearButton()]
        : shown === 0
          ? none
          : [total === null ? `${shown} found` : `${shown} of ${total}`]),
    );
    box.removeAttribute('aria-busy');
  };

  const clearButton = () => button('Clear', () => search(''), { class: 'link' });

  /** @param {string} text */
  const search = async (text) => {
    query.value = text;
    await load();
  };

  /** @param {CaptureFacets} facets */
  const showChips = (facets) => {
    /** @type {readonly string[]} */
    const words = query.value.match(WORD) ?? [];
    const chips = CHIPS.flatMap(([name, most]) =>
      facets[name]
        .filter(({ value }) => name !== 'bearer' || (value !== 'match' && value !== 'not-checked'))
        .slice(0, most)
        .map(({ value, captures: count }) => {
          const word = `${name}:${/\s/.test(value) ? `"${value}"` : value}`;
          const isOn = words.includes(word);
          const label = name === 'type' ? value : name === 'bearer' ? `bearer ${value}` : `${name} ${value}`;
          const toggled = isOn ? words.filter((each) => each !== word) : [...words, word];
          const chip = button(label, () => search(toggled.join(' ')), { class: 'chip', 'aria-pressed': String(isOn) });
          chip.append(' ', make('small', {}, String(count)));
          return chip;
        }),
    );
    const at = [...byId('chips', HTMLElement).children].indexOf(document.activeElement ?? document.body);
    byId('chips', HTMLElement).replaceChildren(...chips);
    chips[at]?.focus();
  };

  /** @param {CaptureEntry} capture */
  const optionOf = (capture) => {
    const { captured, summary } = capture;
    const { id, body } = captured;
    const { text, short, tone } = resultOf(capture);
    const choose = attempt(() => show(id));
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
    const pills = pillsOf(capture);
    const size = `${sizeText(body.bytes)}${body.complete ? '' : ', cut off'}`;
    return make(
      'div',
      { role: 'option', id: `capture-${id}`, onclick: choose },
      make(
        'div',
        { class: 'line' },
        pick,
        make('span', { class: `dot ${tone}`, title: text }, make('span', { class: 'unseen' }, `${text}, `)),
        make('small', { 'aria-hidden': 'true' }, short),
        make('b', {}, titleOf(capture)),
        make('span', { class: 'hint' }, pills.length === 0 ? `${size} · ` : '', timeOf(captured.receivedAt)),
      ),
      ...(pills.length === 0
        ? []
        : [make('div', { class: 'line hint' }, ...pills, [size, summary.form].filter(Boolean).join(' · '))]),
    );
  };

  /** @param {number} id */
  const toggle = (id) => {
    if (!selected.delete(id)) selected.add(id);
    mark();
    say(`#${id} ${selected.has(id) ? 'selected' : 'not selected'}, ${selected.size} in all`);
    const ids = [...selected].toSorted((one, other) => one - other);
    select(ids);
    const [before, after] = ids;
    const bar = byId('selection', HTMLElement);
    bar.hidden = ids.length === 0;
    bar.replaceChildren(
      make('span', {}, `${ids.length} selected`),
      ...(ids.length === 2 && before !== undefined && after !== undefined
        ? [button('Compare', () => compare(before, after), { class: 'quiet' })]
        : []),
      button('Clear selection', () => ids.forEach(toggle), { class: 'quiet' }),
    );
  };

  const mark = () => {
    for (const option of box.children) {
      const id = Number(option.id.slice('capture-'.length));
      option.classList.toggle('active', id === active);
      option.setAttribute('aria-selected', String(selected.has(id)));
      if (id === chosen) option.setAttribute('aria-current', 'true');
      else option.removeAttribute('aria-current');
    }
    if (active === undefined) box.removeAttribute('aria-activedescendant');
    else box.setAttribute('aria-activedescendant', `capture-${active}`);
  };

  /** @param {number} id */
  const show = async (id, isChosen = true) => {
    [active, chosen] = [id, id];
    mark();
    await open(id, { isChosen });
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
    } else if (event.key === 'Enter' && active !== undefined) show(active).catch(complain);
    else if (event.key === ' ' && active !== undefined) toggle(active);
    else return;
    event.preventDefault();
  });
  query.addEventListener('input', debounced(attempt(load), TYPING_MS));
  query.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') box.focus();
  });
  byId('search', HTMLFormElement).addEventListener('submit', (event) => {
    event.preventDefault();
    box.focus();
  });
  older.addEventListener(
    'click',
    attempt(() => load({ extend: true })),
  );

  return {
    focus: () => box.focus(),
    /** Reads again what is shown, announces what is new, and opens the newest if nothing is open. */
    refresh: async () => {
      await load({ pages: Math.max(1, Math.ceil(captures.length / 100)) });
      const newest = captures[0];
      if (newest === undefined) {
        const isEmpty = query.value === '' && chosen === undefined;
        if (isEmpty)
          byId('detail', HTMLElement).replaceChildren(make('p', { class: 'hint' }, 'Nothing is captured yet.'));
        return;
      }
      const { id } = newest.captured;
      if (id > highest) {
        const fresh = captures.filter(({ captured }) => captured.id > highest).length;
        if (highest > 0) say(`New: ${titleOf(newest)}${fresh > 1 ? ` and ${fresh - 1} more` : ''}`);
        highest = id;
      }
      if (chosen === undefined) await show(id, false);
    },
  };
}
