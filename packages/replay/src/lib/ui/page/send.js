/// <reference lib="dom" />
/** @import { SendNews, SendPreview, SendRequest } from '../send-from-page.ts' */
import { make, messageOf, say, sizeText } from './dom.js';
import { planSend, send } from './server.js';

/** Where the last one was sent, for the next. */
let lastTarget = 'http://127.0.0.1:8080/';

/**
 * The panel that sends captures, one after another: first what would happen, then what does.
 *
 * @param {readonly number[]} ids Oldest first. @param {boolean} canSend
 */
export function createSendPanel(ids, canSend) {
  const target = make('input', { name: 'target', type: 'url', required: true, value: lastTarget, autocomplete: 'off' });
  const mode = make(
    'select',
    { name: 'mode' },
    make('option', { value: 'as-is' }, 'As it came'),
    make('option', { value: 'fresh' }, 'Afresh: new nounce and time'),
  );
  const times = make('input', { name: 'times', type: 'number', min: '1', max: '100', value: '1', required: true });
  const spacing = make('input', {
    name: 'spacing',
    type: 'number',
    min: '0',
    max: '3600',
    step: '0.1',
    value: '1',
    required: true,
  });
  const order = make(
    'select',
    { name: 'order' },
    make('option', { value: 'recorded' }, 'As they came'),
    make('option', { value: 'reversed' }, 'Newest first'),
  );
  const go = make('button', { disabled: !canSend }, 'Send');
  const stop = make('button', { type: 'button', class: 'quiet', hidden: true }, 'Stop');
  const plan = make('div');
  const results = make('ol', { 'aria-label': 'Results', 'aria-live': 'polite' });
  const summary = make('p', { role: 'status' });
  /** Reports a failure next to the form, where the user looks. @param {unknown} error */
  const fail = (error) => {
    summary.textContent = messageOf(error);
    summary.className = 'bad';
  };

  /** @returns {SendRequest} */
  const request = () => ({
    captures: order.value === 'reversed' ? ids.toReversed() : [...ids],
    target: target.value,
    mode: mode.value === 'fresh' ? 'fresh' : 'as-is',
    times: times.valueAsNumber,
    retrySpacingMs: Math.round(spacing.valueAsNumber * 1_000),
  });

  const preview = async () => {
    if (!form.reportValidity()) return;
    const { deliveries, attempts, target: to } = await planSend(request());
    const bytes = deliveries.reduce((sum, each) => sum + each.bytes, 0);
    const sendable = deliveries.filter(({ whyNot }) => whyNot === null);
    plan.replaceChildren(
      make(
        'p',
        { class: sendable.length === 0 ? 'bad' : '' },
        `${counted(deliveries.length)} of ${sizeText(bytes)} to ${to}${deliveries.length === 1 ? '' : ', one after another'}:`,
      ),
      make('ol', { 'aria-label': 'Deliveries to come' }, ...deliveries.map(deliveryOf)),
      make(
        'p',
        {},
        deliveries.length === 1
          ? `It takes up to ${attempts.length} attempts:`
          : `Each takes up to ${attempts.length} attempts:`,
      ),
      make(
        'ol',
        { 'aria-label': 'Attempts to come' },
        ...attempts.map(({ when, follows }) => make('li', {}, `${when} — ${follows}`)),
      ),
    );
    summary.textContent = '';
    say(`${counted(sendable.length)} to come, ${attempts.length} attempts each at most`);
  };

  const deliver = async () => {
    const stopping = new AbortController();
    const onStop = () => stopping.abort();
    lastTarget = target.value;
    results.replaceChildren();
    summary.textContent = 'Sending…';
    summary.className = '';
    go.disabled = true;
    stop.hidden = false;
    stop.addEventListener('click', onStop);
    try {
      await send(request(), tell, stopping.signal);
    } catch (error) {
      summary.textContent = stopping.signal.aborted ? 'Stopped: what was under way may have arrived.' : '';
      if (!stopping.signal.aborted) throw error;
    } finally {
      stop.removeEventListener('click', onStop);
      stop.hidden = true;
      go.disabled = !canSend;
    }
  };

  /** @param {SendNews} news */
  const tell = (news) => {
    switch (news.kind) {
      case 'attempt': {
        const { number, result, outcome, durationMs, rule } = news;
        const kind = { delivered: 'good', retry: 'wait', 'given-up': 'bad' }[result];
        const word = { delivered: 'Delivered', retry: 'Waits', 'given-up': 'Given up' }[result];
        const which = `${ids.length === 1 ? '' : `#${news.capture}, `}${times.value === '1' ? '' : `copy ${news.copy}, `}`;
        const line = `${which}attempt ${number}: ${outcome} in ${Math.round(durationMs)} ms (${rule})`;
        results.append(make('li', {}, make('strong', { class: kind }, word), ` ${line}`));
        break;
      }
      case 'not-sent':
        results.append(make('li', { class: 'bad' }, `#${news.capture} not sent: ${news.why}`));
        break;
      case 'ended':
        summary.textContent = `Ended: ${news.delivered} delivered, ${news.failed} failed${news.open > 0 ? `, ${news.open} open` : ''}.`;
        summary.className = news.failed > 0 ? 'bad' : 'good';
        break;
      case 'failed':
        summary.textContent = news.message;
        summary.className = 'bad';
        break;
      case 'begun':
        summary.textContent = `Sending: run ${news.run}`;
    }
  };

  stop.hidden = true;
  const form = make(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        deliver().catch(fail);
      },
    },
    make('label', { class: 'wide' }, 'Receiver on this machine', target),
    make('label', {}, 'How', mode),
    ...(ids.length > 1 ? [make('label', {}, 'Order', order)] : []),
    make('label', {}, 'Times', times),
    make('label', {}, 'Seconds between retries', spacing),
    make(
      'p',
      { class: 'buttons' },
      make(
        'button',
        { type: 'button', class: 'quiet', onclick: () => void preview().catch(fail) },
        'Show the attempts to come',
      ),
      go,
      stop,
    ),
  );
  const hint = canSend
    ? []
    : [make('p', { class: 'hint' }, 'Nothing can be sent: start idv-replay ui with IDV_WEBHOOK_SECRET.')];
  return make(
    'div',
    { class: 'send', role: 'group', 'aria-label': 'Send again' },
    form,
    ...hint,
    summary,
    results,
    plan,
  );
}

/** @param {number} count */
function counted(count) {
  return count === 1 ? 'One delivery' : `${count} deliveries`;
}

/** @param {SendPreview['deliveries'][number]} delivery */
function deliveryOf({ capture, copy, bytes, whyNot, how }) {
  const which = `#${capture}${copy > 1 ? ` again (${copy})` : ''}, ${sizeText(bytes)}: `;
  return whyNot === null
    ? make('li', {}, which, how)
    : make('li', { class: 'bad' }, which, `cannot be sent: ${whyNot}`);
}
