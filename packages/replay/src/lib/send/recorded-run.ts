import type { CaptureAttempt, SentAttempt } from '@idvkit/schema/formats';

/** Record of one delivery of a run in the archive. */
export interface ItemRecord {
  /** In order; empty if the first attempt did not end, or did not begin. */
  readonly attempts: readonly EndedAttempt[];
  /** True if an attempt left, or was about to, and its result is unknown. */
  readonly isUnknown: boolean;
  /** True if the last attempt left, or was about to, and no answer to it is known. */
  readonly mayHaveArrived: boolean;
}

/** An attempt of a run that has ended. */
export type EndedAttempt = Omit<SentAttempt, 'rule'>;

/** Groups the attempts of a run by delivery. */
export function recordedItems(attempts: readonly CaptureAttempt[]): ReadonlyMap<number, ItemRecord> {
  const items = new Map<number, { attempts: EndedAttempt[]; isUnknown: boolean; mayHaveArrived: boolean }>();
  for (const { item = 0, number, at, durationMs = 0, outcome, next } of attempts) {
    const record = items.get(item) ?? { attempts: [], isUnknown: false, mayHaveArrived: false };
    items.set(item, record);
    record.isUnknown = outcome === 'started' || next === 'retry';
    record.mayHaveArrived = outcome === 'started' || ('failure' in outcome && outcome.failure === 'interrupted');
    // Runs write no other failures than those of the report.
    if (outcome !== 'started' && next !== undefined)
      record.attempts.push({ number, at, durationMs, outcome: outcome as EndedAttempt['outcome'], next });
  }
  return items;
}

/**
 * Checks whether a delivery was answered, or waited for an answer for the whole time that the rules give.
 * An interrupted attempt or a broken connection proves nothing.
 */
export function isKnownToBeSent({ attempts, isUnknown }: ItemRecord): boolean {
  const last = attempts.at(-1);
  if (isUnknown || last === undefined || last.next === 'retry') return false;
  return 'status' in last.outcome || last.outcome.failure === 'timed-out';
}
