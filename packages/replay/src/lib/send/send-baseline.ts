import type { SendBaseline, SendReport, SendVerdict, SentDelivery } from '@idvkit/schema/formats';

import { answerText } from './expectation.ts';

type Known = Pick<SentDelivery, 'sha256' | 'copy' | 'target'>;

const keyOf = ({ sha256, copy, target }: Known): string => `${sha256} ${copy} ${target}`;

/** Records what receivers answered. Deliveries that were not sent, or not to their end, have no entry. */
export function recordSendBaseline(report: SendReport, recordedAt: string): SendBaseline {
  const entries = report.deliveries.flatMap(({ sha256, type, copy, target, met, attempts }) => {
    const last = attempts.at(-1);
    if (met === null || last === undefined) return [];
    return [{ sha256, ...(type !== undefined && { type }), copy, target, answer: answerText(last.outcome), met }];
  });
  return { format: 'idvkit.send-baseline', version: 1, recordedAt, expect: report.expect, entries };
}

/** Adds to a report how each delivery compares with a baseline. Open deliveries get no verdict. */
export function compareWithSendBaseline(report: SendReport, baseline: SendBaseline): SendReport {
  const known = new Map(baseline.entries.map((entry) => [keyOf(entry), entry]));
  const verdicts: Partial<Record<SendVerdict, number>> = {};
  const deliveries = report.deliveries.map((delivery): SentDelivery => {
    const { met } = delivery;
    const entry = known.get(keyOf(delivery));
    if (met === null) return delivery;
    const verdict = entry === undefined ? 'new' : verdictOf(entry.met, met);
    verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    return { ...delivery, verdict, ...(entry && { was: entry.answer }) };
  });
  const sent = new Set(report.deliveries.map(keyOf));
  const notSent = [...known.keys()].filter((key) => !sent.has(key)).length;
  return { ...report, baseline: { verdicts, notSent }, deliveries };
}

function verdictOf(wasMet: boolean, isMet: boolean): SendVerdict {
  if (wasMet) return isMet ? 'still-passing' : 'regressed';
  return isMet ? 'fixed' : 'still-failing';
}

export function isNewFailure({ met, verdict }: SentDelivery): boolean {
  return met === false && verdict !== 'still-failing';
}
