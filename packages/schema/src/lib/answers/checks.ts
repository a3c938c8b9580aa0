import type { JsonNode, CheckResult } from '../check/json-node.ts';
import { expectDateTime, readDateTime } from '../conventions/date-time.ts';

/** Checks that an Answer was not updated before it was created. */
export function* updatedAtFollowsCreatedAt(answer: JsonNode): Iterable<CheckResult> {
  const updatedAt = answer.at('updated_at');
  if (updatedAt.isAbsent) return;
  const updated = updatedAt.parsed(readDateTime)?.at;
  const created = answer.at('created_at').parsed(readDateTime)?.at;
  if (updated === undefined) yield expectDateTime(updatedAt, '`updated_at` of an Answer is not a date-time');
  else {
    yield updatedAt.expect(
      created === undefined || created <= updated,
      '`updated_at` of an Answer is before its `created_at`',
      'not before `created_at`',
    );
  }
}
