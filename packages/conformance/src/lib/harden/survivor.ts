import type { HardenedChange, HardenReport, MessageDifference } from '@idvkit/schema/formats';
import { sentencesOf } from '@idvkit/schema/rules';

import { isRed } from './harden-summary.ts';

/** Description of a change that the tests did not notice, or that broke them. */
export interface ShownChange {
  readonly id: string;
  readonly title: string;
  /** Rule that the service breaks. A variation breaks none. */
  readonly rule: string | undefined;
  /** Call or delivery that shows it, and what is different there. */
  readonly seen: string;
  /** Sentence of the specification. */
  readonly sentence: string | undefined;
  /** Advice. */
  readonly advice: string;
}

/** Returns the faults that the tests did not notice. */
export function survivorsOf({ changes }: HardenReport): readonly ShownChange[] {
  return changes.filter(({ kind, tests }) => kind === 'fault' && tests === 'passed').map(shown);
}

/** Returns the variations that the client did not survive. */
export function breakersOf({ changes }: HardenReport): readonly ShownChange[] {
  return changes.filter((change) => change.kind === 'variation' && isRed(change)).map(shown);
}

function shown(change: HardenedChange): ShownChange {
  const { id, title, rule, first } = change;
  const sentence = rule === undefined ? undefined : sentencesOf(rule)[0];
  return {
    id,
    title,
    rule,
    seen: first === undefined ? '' : `${first.call}: ${differenceText(first)}`,
    sentence: sentence === undefined ? undefined : `${sentence.section}: "${sentence.text}"`,
    advice: change.kind === 'fault' ? testFor(first) : fixFor(change),
  };
}

function differenceText({ what, at = '', correct = '', changed = '' }: MessageDifference): string {
  switch (what) {
    case 'status':
      return `status ${changed} instead of ${correct}`;
    case 'header':
      return `another \`${at}\` header`;
    case 'value':
      return correct === changed ? `another ${correct} at \`${at}\`` : `${changed} instead of ${correct} at \`${at}\``;
    case 'body':
      return 'another text of the body';
    case 'missing':
      return 'it does not come';
    case 'extra':
      return 'one more than the correct service sends';
    case 'delay':
      return 'the same bytes, later';
  }
}

/** Says which test would notice a difference. */
function testFor(first: MessageDifference | undefined): string {
  const { call = 'the call', what = 'body', at = '', correct = '' } = first ?? {};
  switch (what) {
    case 'status':
      return `Write a test that expects status ${correct} of ${call}, or an error from your code for any other status.`;
    case 'header':
      return `Write a test that expects the \`${at}\` header of ${call}.`;
    case 'value':
      return `Write a test that expects the right value at \`${at}\` of ${call}, or an error from your code for a wrong one.`;
    case 'body':
      return `Write a test that expects an error from your code if it cannot read the body of ${call}.`;
    case 'missing':
      return `Write a test that fails if no ${call} comes.`;
    case 'extra':
      return `Write a test that counts what comes: one more ${call} must fail it, or change nothing.`;
    case 'delay':
      return `Write a test that expects ${call} within your time limit.`;
  }
}

function fixFor({ id, tests }: HardenedChange): string {
  const ended = tests === 'timed-out' ? 'Your tests did not end' : 'Your tests failed';
  return `${ended}, although this is valid. Run them against: idvkit mock --variation ${id}`;
}
