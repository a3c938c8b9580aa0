/// <reference lib="dom" />
/** @import { SendNews, SendPreview, SendRequest } from '../send-from-page.ts' */
import { attempt, button, byId, make, messageOf, pill, say, sizeText } from './dom.js';
import { planSend, send } from './server.js';

const TARGET_KEY = 'idvkit.target';
const TONES = /** @type {const} */ ({ delivered: 'good', retry: 'warn', 'given-up': 'bad' });
const WORDS = { delivered: 'Delivered', retry: 'Waits', 'given-up': 'Given up' };

/** Sends from the header of the page, and shows in the result pane what happens. */
export function createSender() {
  const form = byId('send', HTMLFormElement);
  const options = byId('options', HTMLFormElement);
  const target = byId('target', HTMLInputElement);
  const go = byId('go', HTMLButtonElement);
  const stop = byId('stop', HTMLButtonElement);
  const last = byId('last', HTMLAnchorElement);
  const summary = byId('summary', HTMLElement);
  const results = byId('results', HTMLElement);
  const plan = byId('plan', HTMLElement);
  let canSend = false;
  /** Outcome of the last attempt. */
  let outcome = '';
  /** @type {number | undefined} */
  let current;
  /** @type {readonly number[]} */
  let selected = [];
  /** Values that are edited in the capture that is shown, by JSON pointer. @type {Map<string, string>} */
  const edits = new Map();
  target.value = localStorage.getItem(TARGET_KEY) ?? 'http://127.0.0.1:8080/';

  const subjects = () => (selected.length > 0 ? selected : current === undefined ? [] : [current]);

  const label = () => {
    const ids = subjects();
    go.textContent = selected.length > 1 ? `Send ${ids.length}` : ids.length === 1 ? `Send #${ids[0]}` : 'Send';
    go.disabled = !canSend || ids.length === 0 || !stop.hidden;
  };

  /** @param {string} text @param {'good' | 'bad' | 'warn' | 'plain'} tone */
  const conclude = (text, tone) => {
    summary.replaceChildren(make('span', { class: tone }, text));
    last.replaceChildren(pill(text, tone));
    last.hidden = false;
  };

  /** @returns {SendRequest} */
  const request = () => {
    const chosen = new FormData(options);
    const ids = subjects();
    return {
      captures: chosen.get('order') === 'reversed' ? ids.toReversed() : [...ids],
      target: target.value,
      mode: chosen.get('mode') === 'fresh' ? 'fresh' : 'as-is',
      times: Number(chosen.get('times')),
      retrySpacingMs: Math.round(Number(chosen.get('spacing')) * 1_000),
      set: selected.length > 0 ? [] : [...edits].map(([pointer, text]) => ({ pointer, text })),
    };
  };

  const preview = async () => {
    if (subjects().length === 0 || !form.reportValidity()) return;
    const { deliveries, attempts, target: to } = await planSend(request());
    const bytes = deliveries.reduce((sum, each) => sum + each.bytes, 0);
    const each = deliveries.length === 1 ? 'It takes' : 'Each takes';
    plan.replaceChildren(
      make('p', {}, `${counted(deliveries.length)} of ${sizeText(bytes)} to ${to}:`),
      make('ol', { 'aria-label': 'Deliveries to come' }, ...deliveries.map(deliveryOf)),
      make('p', {}, `${each} up to ${attempts.length} attempts:`),
      make(
        'ol',
        { 'aria-label': 'Attempts to come' },
        ...attempts.map(({ when, follows }) => make('li', {}, `${when} — ${follows}`)),
      ),
    );
    say(`${counted(deliveries.length)} to come`);
  };

  const deliver = async () => {
    if (go.disabled || !options.reportValidity()) return;
    const stopping = new AbortController();
    const onStop = () => stopping.abort();
    localStorage.setItem(TARGET_KEY, target.value);
    outcome = '';
    results.replaceChildren();
    plan.replaceChildren();
    stop.hidden = false;
    stop.addEventListener('click', onStop);
    label();
    conclude('Sending…', 'plain');
    try {
      await send(request(), report, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) conclude('Stopped: what was under way may have arrived.', 'warn');
      else conclude(messageOf(error), 'bad');
    } finally {
      stop.removeEventListener('click', onStop);
      stop.hidden = true;
      label();
    }
  };

  /** @param {SendNews} news */
  const report = (news) => {
    switch (news.kind) {
      case 'attempt': {
        const { number, result, durationMs, rule, capture, copy } = news;
        outcome = news.outcome;
        const which = `#${capture}${copy > 1 ? `, copy ${copy}` : ''}, attempt ${number}`;
        const line = ` ${which}: ${outcome} in ${Math.round(durationMs)} ms (${rule})`;
        results.append(make('li', {}, make('b', { class: TONES[result] }, WORDS[result]), line));
        break;
      }
      case 'not-sent':
        results.append(make('li', { class: 'bad' }, `#${news.capture} not sent: ${news.why}`));
        break;
      case 'ended': {
        const { delivered, failed, open } = news;
        const tone = failed > 0 ? 'bad' : open > 0 ? 'warn' : 'good';
        if (delivered + failed + open === 1 && outcome !== '') return conclude(outcome, tone);
        const rest = `${failed > 0 ? `, ${failed} failed` : ''}${open > 0 ? `, ${open} open` : ''}`;
        conclude(`${delivered} delivered${rest}`, tone);
        break;
      }
      case 'failed':
        conclude(news.message, 'bad');
        break;
      case 'begun':
        say(`Sending: run ${news.run}`);
    }
  };

  const showEdits = () => {
    byId('edits', HTMLElement).replaceChildren(
      ...[...edits].map(([pointer, text]) =>
        make(
          'li',
          {},
          make('code', {}, `${pointer} = ${text}`),
          ' ',
          button('Undo', () => edit(pointer, undefined), {
            class: 'link',
            'aria-label': `Undo the edit of ${pointer}`,
          }),
        ),
      ),
    );
  };

  /** @param {string} pointer @param {string | undefined} text */
  const edit = (pointer, text) => {
    if (text === undefined) edits.delete(pointer);
    else edits.set(pointer, text);
    showEdits();
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(deliver)();
  });
  options.addEventListener('submit', (event) => {
    event.preventDefault();
    attempt(preview)();
  });

  return {
    edit,
    target: () => target.value,
    /** @param {boolean} isAble */
    enable: (isAble) => {
      canSend = isAble;
      label();
    },
    /** Sends this capture next, unless several are selected. @param {number} id */
    choose: (id) => {
      if (id !== current) edits.clear();
      current = id;
      showEdits();
      plan.replaceChildren();
      label();
    },
    /** @param {readonly number[]} ids Oldest first. */
    select: (ids) => {
      selected = ids;
      label();
    },
  };
}

/** @param {number} count */
function counted(count) {
  return count === 1 ? 'One delivery' : `${count} deliveries`;
}

/** @param {SendPreview['deliveries'][number]} delivery */
function deliveryOf({ capture, copy, bytes, whyNot, how }) {
  const which = `#${capture}${copy > 1 ? ` again (${copy})` : ''}, ${sizeText(bytes)}: `;
  return make(
    'li',
    { class: whyNot === null ? '' : 'bad' },
    which,
    whyNot === null ? how : `cannot be sent: ${whyNot}`,
  );
}
