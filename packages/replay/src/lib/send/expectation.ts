import type { SentAttempt } from '@idvkit/schema/formats';

type Outcome = SentAttempt['outcome'];

export interface Expectation {
  /** As it was given. */
  readonly text: string;
  isMetBy(outcome: Outcome): boolean;
}

/** Reads the results that receivers are to have: `2xx`, `204`, `401,403`, `timeout`. @throws {RangeError} for anything else. */
export function parseExpectation(text: string): Expectation {
  const tests = text.split(',').map((part) => parsePart(part.trim()));
  return { text, isMetBy: (outcome) => tests.some((test) => test(outcome)) };
}

function parsePart(part: string): (outcome: Outcome) => boolean {
  if (part === 'timeout') return (outcome) => 'failure' in outcome && outcome.failure === 'timed-out';
  if (!/^[1-5](?:\d\d|xx)$/.test(part)) throw new RangeError('Expect statuses such as 2xx, 204 or 401,403, or timeout');
  const pattern = new RegExp(`^${part.replace('xx', '\\d\\d')}$`);
  return (outcome) => 'status' in outcome && pattern.test(String(outcome.status));
}

export function answerText(outcome: Outcome): string {
  return 'status' in outcome ? String(outcome.status) : outcome.failure;
}

/** Formats an outcome: `answered 204`, `no answer`, `refused (ECONNREFUSED)`. */
export function attemptText(outcome: Outcome): string {
  if ('status' in outcome) return `answered ${outcome.status}`;
  if (outcome.failure === 'timed-out') return 'no answer';
  return `${outcome.failure}${outcome.code === undefined ? '' : ` (${outcome.code})`}`;
}
