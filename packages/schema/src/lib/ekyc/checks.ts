import type { JsonNode } from '../check/json-node.ts';
import { both, has, implies, mayHave, stated, type Keywords } from '../check/stated.ts';
import { readDateTime } from '../conventions/date-time.ts';
import { BANDS, FACE_COMPARE_STATUSES, faceCompareStatusesOf } from './face-compare-status.ts';

/** Checks that tries are numbered 1, 2, 3 … in the order of the array. A number that is not an integer breaks their shape. */
export function attemptsAreNumbered(attempts: JsonNode): void {
  for (const [index, attempt] of attempts.items().entries()) {
    const number = attempt.at('attempt');
    if (!Number.isInteger(number.value)) continue;
    number.expect(
      number.value === index + 1,
      'The tries are not numbered 1, 2, 3 … in the order of the array',
      index + 1,
    );
  }
}

/** Checks that no try was made before the one that it follows. */
export function attemptsAreOrdered(attempts: JsonNode): void {
  let latest: number | undefined;
  for (const attempt of attempts.items()) {
    const createdAt = attempt.at('created_at');
    const at = createdAt.parsed(readDateTime)?.at;
    if (at === undefined) continue;
    if (latest !== undefined) {
      createdAt.expect(
        at >= latest,
        'A try was made before the one that it follows',
        'not before the try that it follows',
      );
    }
    latest = Math.max(at, latest ?? at);
  }
}

/** Checks that the status of a face comparison is that of its score. */
export const statusFollowsScore = stated(
  both(
    ...FACE_COMPARE_STATUSES.map((status) => implies(has('status', { const: status }), has('score', BANDS[status]))),
  ),
  function (comparison) {
    const status = comparison.at('status');
    const score = comparison.at('score').value;
    const known = FACE_COMPARE_STATUSES.find((each) => each === status.value);
    if (known === undefined || !isFaceScore(score)) return;
    const expected = faceCompareStatusesOf(score);
    status.expect(
      expected.includes(known),
      '`face_compare.status` is not that of its score',
      `${expected.join(' or ')} for a score of ${score}`,
    );
  },
);

export function isFaceScore(score: unknown): score is number {
  return typeof score === 'number' && score >= 0 && score <= 100;
}

type CameraCheck = 'liveness' | 'identity_document';

/** Keywords for attempts of which one succeeded. */
export const HAS_SUCCESS: Keywords = { type: 'array', items: {}, contains: has('status', { const: 'success' }) };

/** Checks that no check failed beside a face comparison. Attempts that are left out say nothing. */
export const comparisonNeedsBothChecks = stated(
  implies(
    has('face_compare'),
    both(...(['liveness', 'identity_document'] as const).map((check) => mayHave(`${check}.attempts`, HAS_SUCCESS))),
  ),
  function (ekyc) {
    const comparison = ekyc.at('face_compare');
    if (!comparison.isObject) return;
    const failed = [
      ...(hasFailed(ekyc, 'identity_document') ? ['document'] : []),
      ...(hasFailed(ekyc, 'liveness') ? ['liveness'] : []),
    ];
    comparison.expect(
      failed.length === 0,
      `\`face_compare\` is there without a successful ${failed.join(' and ')} attempt`,
    );
  },
);

/** Returns whether a camera check lists attempts, and none that succeeded. */
export function hasFailed(ekyc: JsonNode, check: CameraCheck): boolean {
  return Array.isArray(ekyc.at(check, 'attempts').value) && !hasSuccess(ekyc, check);
}

/** Returns whether a camera check has a try that succeeded. */
export function hasSuccess(ekyc: JsonNode, check: CameraCheck): boolean {
  return ekyc
    .at(check, 'attempts')
    .items()
    .some((attempt) => attempt.at('status').value === 'success');
}
