import type { JsonNode } from '../check/json-node.ts';
import { expectDateTime, readDateTime } from '../conventions/date-time.ts';

/** Checks that an Answer was not updated before it was created. */
export function updatedAtFollowsCreatedAt(answer: JsonNode): void {
  const updatedAt = answer.at('updated_at');
  if (updatedAt.isAbsent) return;
  const updated = updatedAt.parsed(readDateTime)?.at;
  const created = answer.at('created_at').parsed(readDateTime)?.at;
  if (updated === undefined) expectDateTime(updatedAt, '`updated_at` of an Answer is not a date-time');
  else {
    updatedAt.expect(
      created === undefined || created <= updated,
      '`updated_at` of an Answer is before its `created_at`',
      'not before `created_at`',
    );
  }
}
