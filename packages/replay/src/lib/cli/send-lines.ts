import { printable, counted } from '@idvkit/cli-kit';
import { parsePointer } from '@idvkit/json';
import type { ReceiverAnswer, SendPlan, SendReport, SentAttempt, SentDelivery } from '@idvkit/schema/formats';

import type { SetChange } from '../edit/body-survey.ts';
import { answerText, attemptText, parseExpectation } from '../send/expectation.ts';
import type { PreviewedDelivery } from '../send/preview-plan.ts';
import type { SendEvent } from '../send/send-run.ts';
import { shownTarget } from '../send/send-target.ts';
import { maskedText } from '../show/mask-value.ts';
import { isShownJson } from '../show/shown-values.ts';

/** Names a delivery: its capture, its copy if there are several, its target if there are several. */
function itemText(
  { capture, copy }: Pick<SentDelivery, 'capture' | 'copy'>,
  { hasCopies, target }: { readonly hasCopies: boolean; readonly target: string | undefined },
): string {
  return `#${capture}${hasCopies ? ` copy ${copy}` : ''}${target === undefined ? '' : ` to ${target}`}`;
}

/** Formats one attempt as one line: what happened, and which rule decided. */
export function eventLine(event: Extract<SendEvent, { kind: 'attempt' | 'not-sent' }>, plan: SendPlan): string {
  const target = plan.targets.length > 1 ? shownTarget(plan.targets[event.item.target] ?? '') : undefined;
  const what = itemText(event.item, { hasCopies: plan.times > 1, target });
  if (event.kind === 'not-sent') return `FAIL  ${what}  not sent: ${event.why}`;
  const { number, outcome, next, durationMs, rule } = event.attempt;
  const repeated = next === 'retry' && plan.mode === 'as-is' ? ', as-is with the old nounce' : '';
  const packed = event.packing === undefined ? '' : `; packed again as ${printable(event.packing)}`;
  const happened = `${attemptText(outcome)} in ${Math.round(durationMs)} ms`;
  return `${attemptWord(event.attempt, plan)}  ${what}  attempt ${number}  ${happened}  (${rule}${repeated}${packed})`;
}

/** Returns whether an attempt was answered as expected, or will be repeated. */
export function attemptWord({ outcome, next }: SentAttempt, { expect }: SendPlan): 'PASS' | 'WAIT' | 'FAIL' {
  if (next === 'retry') return 'WAIT';
  return parseExpectation(expect).isMetBy(outcome) ? 'PASS' : 'FAIL';
}

/** Characters of an answer that are shown. */
const MAX_ANSWER_LENGTH = 1_000;

/** Formats the beginning of what a receiver answered, as one line. */
export function answerLine({ contentType = 'no type', complete }: ReceiverAnswer, text: string): string {
  return `      ${printable(contentType, 40)}: ${printable(text, MAX_ANSWER_LENGTH)}${complete ? '' : ' …'}\n`;
}

/** Characters of a value that a diff shows. */
const MAX_VALUE_LENGTH = 200;

/** Formats how each delivery compares with a baseline, one line each; empty without a baseline. */
export function verdictLines({ deliveries, targets }: SendReport): string {
  const hasCopies = deliveries.some(({ copy }) => copy > 1);
  const lines = deliveries.flatMap(({ capture, copy, target, verdict, was, attempts, result }) => {
    if (verdict === undefined) return [];
    const last = attempts.at(-1);
    const what = itemText(
      { capture, copy },
      { hasCopies, target: targets.length > 1 ? targets[target - 1] : undefined },
    );
    const now = result === 'not-sent' || last === undefined ? 'not sent' : answerText(last.outcome);
    return [`${verdict.replace('-', ' ').toUpperCase()}  ${what}  ${now}${was === undefined ? '' : `, was ${was}`}\n`];
  });
  return lines.join('');
}

/** Formats what a plan would send, in order, and what it would edit. */
export function previewLines(planned: readonly PreviewedDelivery[], plan: SendPlan): string {
  const shown = new Set<number>();
  const lines = planned.flatMap(({ item, bytes, leavesAtMs, prepared }) => {
    const what = `${itemText(item, { hasCopies: plan.times > 1, target: undefined })}  ${bytes} bytes`;
    const to = shownTarget(plan.targets[item.target] ?? '');
    if (prepared.kind === 'not-sent') return [`WOULD NOT SEND  ${what} to ${to}: ${prepared.why}\n`];
    const at = plan.pace.kind === 'none' ? '' : `at ${(leavesAtMs / 1_000).toFixed(3)} s  `;
    const how =
      plan.mode === 'fresh'
        ? `afresh: new nounce, created_at and ${counted(prepared.images, 'image URL')}`
        : 'as is: the bytes that came';
    const edited = plan.set.length > 0 ? ', and what is set' : '';
    const packed = prepared.packing === undefined ? '' : `, packed again as ${prepared.packing}`;
    const changes = shown.has(item.capture) ? [] : prepared.changes;
    shown.add(item.capture);
    return [`WOULD SEND  ${at}${what} to ${to}, ${how}${edited}${packed}\n`, ...changes.map(changeLines)];
  });
  const retries = `5xx up to 3 retries, ${plan.retrySpacingMs / 1_000} s apart; ${plan.timeoutMs / 1_000} s for an answer`;
  return `${lines.join('')}${counted(planned.length, 'delivery', 'deliveries')}, order ${plan.order}, seed ${plan.seed}; ${retries}\n`;
}

/** Formats the result of a run as one line. */
export function summaryLine({ summary, run, expect, baseline }: SendReport): string {
  const { deliveries, met, unmet, open, attempts } = summary;
  const parts = [`${met} as expected (${expect})`, `${unmet} not`, ...(open > 0 ? [`${open} open`] : [])];
  const verdicts = Object.entries(baseline?.verdicts ?? {}).map(
    ([name, count]) => `${count} ${name.replace('-', ' ')}`,
  );
  const known = verdicts.length > 0 ? `; ${verdicts.join(', ')}` : '';
  return `${counted(deliveries, 'delivery', 'deliveries')}, ${counted(attempts, 'attempt')}: ${parts.join(', ')}${known}  run ${run}`;
}

/** Formats a value that is set as a diff. The value before is masked where `show` masks it. */
export function changeLines({ pointer, before, beforeBytes, after }: SetChange): string {
  const shown =
    before !== undefined && isShownJson(parsePointer(pointer), before) ? before : maskedText(before ?? '', beforeBytes);
  const removed = before === undefined ? '' : `  - ${printable(shown, MAX_VALUE_LENGTH)}\n`;
  return `  ${printable(pointer)}\n${removed}  + ${printable(after, MAX_VALUE_LENGTH)}\n`;
}
