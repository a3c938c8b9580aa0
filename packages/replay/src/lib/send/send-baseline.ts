import type { SendBaseline, SendReport, SendVerdict, SentDelivery } from '@idvkit/schema/formats';

import { answerText } from './expectation.ts';

/** A report's deliveries as a baseline sees them. */
export interface SendBaselineResult {
  readonly deliveries: readonly SentDelivery[];
  readonly verdicts: Partial<Record<SendVerdict, number>>;
  /** Entries of the baseline that the run had no delivery for. */
  readonly notSent: number;
}

type Known = Pick<SentDelivery, 'sha256' | 'copy' | 'target'>;

const keyOf = ({ sha256, copy, target }: Known): string => `${sha256} ${copy} ${target}`;

/** Remembers what receivers answered. Deliveries that were not sent, or not to their end, have no entry. */
export function recordSendBaseline(report: SendReport, recordedAt: string): SendBaseline {
  const entries = report.deliveries.flatMap(({ sha256, type, copy, target, met, attempts }) => {
    const last = attempts.at(-1);
    if (met === null || last === undefined) return [];
    return [{ sha256, ...(type !== undefined && { type }), copy, target, answer: answerText(last.outcome), met }];
  });
  return { format: 'idvkit.send-baseline', version: 1, recordedAt, expect: report.expect, entries };
}

/** Says of each delivery how it compares with what was remembered. One that is still open gets no verdict. */
export function compareWithSendBaseline(report: SendReport, baseline: SendBaseline): SendBaselineResult {
  const known = new Map(baseline.entries.map((entry) => [keyOf(entry), entry]));
  const verdicts: Partial<Record<SendVerdict, number>> = {};
  const sent = new Set<string>();
  const deliveries = report.deliveries.map((delivery): SentDelivery => {
    const { met } = delivery;
    const entry = known.get(keyOf(delivery));
    sent.add(keyOf(delivery));
    if (met === null) return delivery;
    const verdict = entry === undefined ? 'new' : verdictOf(entry.met, met);
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    return { ...delivery, verdict, ...(entry && { was: entry.answer }) };
  });
  const notSent = [...known.keys()].filter((key) => !sent.has(key)).length;
  return { deliveries, verdicts, notSent };
}

function verdictOf(wasMet: boolean, isMet: boolean): SendVerdict {
  if (wasMet) return isMet ? 'still-passing' : 'regressed';
  return isMet ? 'fixed' : 'still-failing';
}

/** Whether a delivery fails a run that has a baseline: what was known to fail may go on to. */
export function isNewFailure({ met, verdict }: SentDelivery): boolean {
  return met === false && verdict !== 'still-failing';
}
