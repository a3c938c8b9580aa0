import { printable } from '@idvkit/cli-kit';
import type { SendPlan, SendReport, SentDelivery } from '@idvkit/schema/formats';

import type { SetChange } from '../edit/body-survey.ts';
import { answerText } from '../send/expectation.ts';
import type { SendItem } from '../send/order.ts';
import type { SendEvent } from '../send/send-run.ts';
import { shownTarget } from '../send/send-target.ts';
import { maskedText } from '../show/mask-value.ts';

/** Says which delivery is meant: its capture, its copy where there are several, its target where there are several. */
function itemText({ capture, copy, target }: Pick<SendItem, 'capture' | 'copy' | 'target'>, plan: SendPlan): string {
  const copies = plan.times > 1 ? ` copy ${copy}` : '';
  const to = plan.targets.length > 1 ? ` to ${shownTarget(plan.targets[target] ?? '')}` : '';
  return `#${capture}${copies}${to}`;
}

/** One attempt on one line: what happened, and which rule decided. */
export function eventLine(event: Exclude<SendEvent, { kind: 'edited' }>, plan: SendPlan): string {
  const what = itemText(event.item, plan);
  if (event.kind === 'not-sent') return `FAIL  ${what}  not sent: ${event.why}`;
  const { number, outcome, next, durationMs, rule } = event.attempt;
  const word = next === 'delivered' ? 'PASS' : next === 'retry' ? 'WAIT' : 'FAIL';
  const repeated = next === 'retry' && plan.mode === 'as-is' ? ', as-is with the old nounce' : '';
  const packed = event.packing === undefined ? '' : `; packed again as ${printable(event.packing)}`;
  const happened =
    'status' in outcome
      ? `answered ${outcome.status}`
      : outcome.failure === 'timed-out'
        ? 'no answer'
        : `${outcome.failure}${outcome.code === undefined ? '' : ` (${outcome.code})`}`;
  return `${word}  ${what}  attempt ${number}  ${happened} in ${Math.round(durationMs)} ms  (${rule}${repeated}${packed})`;
}

const VERDICTS = {
  fixed: 'FIXED',
  regressed: 'REGRESSED',
  'still-failing': 'STILL FAILING',
  'still-passing': 'STILL PASSING',
  new: 'NEW',
} as const;

/** What a baseline says of a delivery, on one line; `undefined` where nothing is to be said. */
export function verdictLine(delivery: SentDelivery, plan: SendPlan): string | undefined {
  const { verdict, was, attempts, result } = delivery;
  if (verdict === undefined) return undefined;
  const last = attempts.at(-1);
  const now = result === 'not-sent' || last === undefined ? 'not sent' : answerText(last.outcome);
  const before = was === undefined ? '' : `, was ${was}`;
  return `${VERDICTS[verdict]}  ${itemText({ ...delivery, target: delivery.target - 1 }, plan)}  ${now}${before}`;
}

/** The end of a run on one line. */
export function summaryLine({ summary, run, expect, baseline }: SendReport): string {
  const { deliveries, met, unmet, open, attempts } = summary;
  const parts = [`${met} as expected (${expect})`, `${unmet} not`, ...(open > 0 ? [`${open} open`] : [])];
  const verdicts = Object.entries(baseline?.verdicts ?? {}).map(
    ([name, count]) => `${count} ${name.replace('-', ' ')}`,
  );
  const known = verdicts.length > 0 ? `; ${verdicts.join(', ')}` : '';
  return `${counted(deliveries, 'delivery', 'deliveries')}, ${counted(attempts, 'attempt', 'attempts')}: ${parts.join(', ')}${known}  run ${run}`;
}

/** A value that is set, as a diff of one place. The value before is masked unless it may be shown. */
export function changeLines({ pointer, before, beforeBytes, after }: SetChange, isRevealed: boolean): string {
  const shown = before === undefined ? undefined : isRevealed ? before : maskedText(before, beforeBytes);
  const removed = shown === undefined ? '' : `  - ${printable(shown, LONGEST)}\n`;
  return `  ${printable(pointer)}\n${removed}  + ${printable(after, LONGEST)}\n`;
}

/** Characters of a value that a diff shows. */
const LONGEST = 200;

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
