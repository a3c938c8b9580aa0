/// <reference lib="dom" />
/** @import { SendNews, SendRequest } from '../send-from-page.ts' */
import { attempt, complain, make, say, sizeText } from './dom.js';
import { planSend, send } from './server.js';

/** Where the last one was sent, for the next. */
let lastTarget = 'http://127.0.0.1:8080/';

/**
 * The panel that sends a capture: first what would happen, then what does.
 *
 * @param {number} id @param {boolean} canSend
 */
export function createSendPanel(id, canSend) {
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
  const go = make('button', { disabled: !canSend }, 'Send');
  const stop = make('button', { type: 'button', class: 'quiet', hidden: true }, 'Stop');
  const plan = make('div');
  const results = make('ol', { 'aria-label': 'Results', 'aria-live': 'polite' });
  const summary = make('p', { role: 'status' });

  /** @returns {SendRequest} */
  const request = () => ({
    captures: [id],
    target: target.value,
    mode: mode.value === 'fresh' ? 'fresh' : 'as-is',
    times: times.valueAsNumber,
    retrySpacingMs: Math.round(spacing.valueAsNumber * 1_000),
  });

  const preview = async () => {
    if (!form.reportValidity()) return;
    const { deliveries, attempts, target: to } = await planSend(request());
    const [first] = deliveries;
    const refused = first?.whyNot ?? null;
    plan.replaceChildren(
      make(
        'p',
        { class: refused === null ? '' : 'bad' },
        refused === null
          ? `${deliveries.length === 1 ? 'One delivery' : `${deliveries.length} deliveries`} of ${sizeText(first?.bytes ?? 0)} to ${to}: ${first?.how ?? ''}.`
          : `Cannot be sent: ${refused}.`,
      ),
      ...(refused === null
        ? [
            make(
              'ol',
              { 'aria-label': 'Attempts to come' },
              ...attempts.map(({ when, follows }) => make('li', {}, `${when} — ${follows}`)),
            ),
          ]
        : []),
    );
    complain(undefined);
    say(refused === null ? `${attempts.length} attempts at most` : 'It cannot be sent');
  };

  const deliver = async () => {
    const stopping = new AbortController();
    const onStop = () => stopping.abort();
    lastTarget = target.value;
    results.replaceChildren();
    summary.textContent = 'Sending…';
    summary.className = '';
    complain(undefined);
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
        const which = times.value === '1' ? '' : `copy ${news.copy}, `;
        const line = `${which}attempt ${number}: ${outcome} in ${Math.round(durationMs)} ms (${rule})`;
        results.append(make('li', {}, make('strong', { class: kind }, word), ` ${line}`));
        break;
      }
      case 'not-sent':
        results.append(make('li', { class: 'bad' }, `Not sent: ${news.why}`));
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
        attempt(deliver)();
      },
    },
    make('label', { class: 'wide' }, 'Receiver on this machine', target),
    make('label', {}, 'How', mode),
    make('label', {}, 'Times', times),
    make('label', {}, 'Seconds between retries', spacing),
    make(
      'p',
      { class: 'buttons' },
      make('button', { type: 'button', class: 'quiet', onclick: attempt(preview) }, 'Show the attempts to come'),
      go,
      stop,
    ),
  );
  const hint = canSend
    ? []
    : [make('p', { class: 'hint' }, 'Nothing can be sent: start idv-replay ui with IDV_WEBHOOK_SECRET.')];
  return make('div', {}, form, ...hint, plan, summary, results);
}
