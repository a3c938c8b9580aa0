import { printable } from '@idvkit/cli-kit';
import { html, type Html } from '@idvkit/cli-kit/html';
import type { SendPlan } from '@idvkit/schema/formats';

import { findOverlap, parseSetValue } from '../edit/set-value.ts';
import { attemptText } from '../send/expectation.ts';
import { createSendPlan } from '../send/send-plan.ts';
import { send, type RunEvent } from '../send/send.ts';
import { maskedAnswer } from '../show/masked-answer.ts';
import { numberOf, UiError, type Asked } from './asked.ts';

const RESULTS = {
  delivered: ['good', 'Delivered'],
  retry: ['warn', 'Retries'],
  'given-up': ['bad', 'Gave up'],
} as const;

/** Sends the selected captures, or else the one that is shown, to loopback or an allowed host, and writes a line per attempt. */
export async function sendPosted({ archive, secret, allowHosts = [], posted, signal, write }: Asked): Promise<Html> {
  if (secret === undefined) throw new UiError(409, 'Nothing can be sent: IDV_WEBHOOK_SECRET is not set.');
  const onEvent = async (event: RunEvent): Promise<void> => {
    if (event.kind !== 'attempt' && event.kind !== 'not-sent') return;
    const { capture, copy } = event.item;
    const which = `#${capture}${copy > 1 ? `, copy ${copy}` : ''}`;
    if (event.kind === 'not-sent') return write(html`<p class="bad">${which} not sent: ${printable(event.why)}</p>`);
    const { number, next, outcome, durationMs, rule } = event.attempt;
    const [tone, word] = RESULTS[next];
    const text = `${which}, attempt ${number}: ${attemptText(outcome)} in ${Math.round(durationMs)} ms (${rule})`;
    const answer = event.answer && printable(await maskedAnswer(archive, event.captured, event.answer.text));
    write(
      html`<p><b class="${tone}">${word}</b> ${text}</p>
        ${answer && html`<pre>${answer}</pre>`}`,
    );
  };
  const { deliveries } = await send({ archive, secret, signal, allowHosts, run: toPlan(posted), onEvent });
  const delivered = deliveries.filter(({ result }) => result === 'delivered').length;
  const open = deliveries.filter(({ met }) => met === null).length;
  const failed = deliveries.length - delivered - open;
  const tone = failed > 0 ? 'bad' : open > 0 ? 'warn' : 'good';
  return html`<p class="${tone}" data-say>
    ${delivered} delivered${failed > 0 && `, ${failed} failed`}${open > 0 && `, ${open} stopped`}
  </p>`;
}

/** @throws {RangeError} if there is nothing to send, or a value cannot be set. */
function toPlan(posted: URLSearchParams): SendPlan {
  const selected = posted.getAll('selected');
  const captures = selected.length > 0 ? selected.map(Number).toReversed() : [Number(posted.get('shown'))];
  if (captures[0] === 0) throw new RangeError('Open a capture, or select some');
  const lines = (posted.get('set') ?? '').split('\n').filter((line) => line.trim() !== '');
  const set = lines.map((line) => parseSetValue(line.trim()));
  const overlap = findOverlap(set);
  if (overlap) throw new RangeError(`Set either ${overlap[0]} or ${overlap[1]}: one is within the other`);
  const mode = posted.get('mode') === 'fresh' ? 'fresh' : 'as-is';
  const times = numberOf(posted, 'times', 1, 100);
  return createSendPlan({ captures, targets: [posted.get('target') ?? ''], mode, times, set });
}
