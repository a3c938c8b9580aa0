import type { JsonNode } from '../check/json-node.ts';
import { expectDateTime } from '../conventions/date-time.ts';
import { ATTEMPT_STATUSES, DOCUMENT_TYPES } from '../ekyc/attempt-values.ts';
import {
  attemptsAreNumbered,
  attemptsAreOrdered,
  comparisonNeedsBothChecks,
  hasSuccess,
  isFaceScore,
  statusFollowsScore,
} from '../ekyc/checks.ts';
import { FACE_COMPARE_STATUSES } from '../ekyc/face-compare-status.ts';
import { readImageUrl } from '../ekyc/image-url.ts';
import { defineRules, rulesOf } from './rule-entry.ts';

const { bodyRule } = rulesOf('extra.ekyc', {
  supplies: ['submitted-application'],
  reach: 'submitted',
  needs:
    'A submission of a form with a document scan and liveness: an operator that submits, or fixtures.submittedSlug.',
});

const needsCompared =
  'A submission whose document scan and liveness both passed: an operator that submits, or fixtures.submittedSlug.';
const needsRetry = 'A submission whose applicant tried more than once: an operator that submits one with retries.';

type CameraCheck = 'liveness' | 'identity_document';

function comparisonOf(body: JsonNode): JsonNode {
  return body.at('extra', 'ekyc', 'face_compare');
}

function attemptsOf(body: JsonNode, check: CameraCheck): JsonNode {
  return body.at('extra', 'ekyc', check, 'attempts');
}

/** Returns whether a member may be left out: it is not due, or it is null, which breaks `convention.omitted-not-null`. */
function isLeftOut({ value }: JsonNode, isDue: boolean): boolean {
  return value === null || (value === undefined && !isDue);
}

function expectImage(url: JsonNode, message: string): void {
  return url.expect(url.parsed(readImageUrl) !== undefined, message, 'signed image URL');
}

/** Checks the members of each try. */
function attemptShapes(body: JsonNode, check: CameraCheck): void {
  for (const attempt of attemptsOf(body, check).items()) {
    attempt.expectKind('object', 'A try is not an object');
    if (!attempt.isObject) continue;
    for (const name of ['id', 'attempt']) {
      attempt.at(name).expectKind('integer', notAsShown(name));
    }
    attempt.at('status').expectOneOf(ATTEMPT_STATUSES, notAsShown('status'));
    // A reason of a failure is never given.
    if (!attempt.at('message').isMissing) attempt.at('message').expectKind('string', notAsShown('message'));
    expectDateTime(attempt.at('created_at'), notAsShown('created_at'));
    const shown = check === 'liveness' ? [attempt.at('images')] : [attempt.at('type'), attempt.at('url')];
    // A try that failed may have got no image, and recognised nothing. Frames may not be kept.
    const isOptional = check === 'liveness' || attempt.at('status').value === 'fail';
    for (const member of shown) if (!(member.isAbsent && isOptional)) captureShape(member);
  }
}

function captureShape(member: JsonNode): void {
  const message = notAsShown(member.key);
  if (member.key === 'type') return member.expectOneOf(DOCUMENT_TYPES, message);
  if (member.key === 'url') return expectImage(member, message);
  const areImages = member
    .items()
    .every((image) => image.at('url').parsed(readImageUrl) !== undefined && image.at('action').text !== undefined);
  return member.expect(
    Array.isArray(member.value) && areImages,
    message,
    'array of { url: signed image URL, action: string }',
  );
}

function notAsShown(name: string): string {
  return `\`${name}\` of a try is not what it should be`;
}

/** Checks that the reserved message of each try is empty. */
function attemptMessages(body: JsonNode, check: CameraCheck): void {
  for (const attempt of attemptsOf(body, check).items()) {
    const message = attempt.at('message');
    if (message.text === undefined) continue;
    message.expect(message.text === '', 'The message of a try is not empty, though it is reserved', '');
  }
}

export const ekycRules = defineRules({
  'face-compare.score.range': bodyRule('The face-comparison score is a number from 0 to 100', {
    needs: needsCompared,
    check(body) {
      const comparison = comparisonOf(body);
      const score = comparison.at('score');
      if (!comparison.isObject) return;
      score.expect(
        isFaceScore(score.value),
        '`face_compare.score` is not a number from 0 to 100',
        'number from 0 to 100',
      );
    },
  }),
  'face-compare.status.enum': bodyRule('`face_compare.status` is `match`, `need_review` or `not_match`', {
    needs: needsCompared,
    check(body) {
      const comparison = comparisonOf(body);
      if (!comparison.isObject) return;
      comparison.at('status').expectOneOf(FACE_COMPARE_STATUSES, '`face_compare.status` is not one of its values');
    },
  }),
  'face-compare.status.follows-score': bodyRule(
    '`face_compare.status` follows the score: match from 70, need_review from 61 to 69, not_match up to 60',
    { needs: needsCompared, check: (body, context) => statusFollowsScore(comparisonOf(body), context) },
  ),
  'face-compare.implies-both-passed': bodyRule(
    'A face comparison is present only if a document scan and a liveness try succeeded',
    {
      needs: needsCompared,
      check: (body, context) => comparisonNeedsBothChecks(body.at('extra', 'ekyc'), context),
    },
  ),
  'liveness.url.signed-image': bodyRule('`liveness.url` is a signed image URL', {
    check(body) {
      const ekyc = body.at('extra', 'ekyc');
      const url = ekyc.at('liveness', 'url');
      // A check that did not succeed may leave its image out.
      if (isLeftOut(url, hasSuccess(ekyc, 'liveness'))) return;
      expectImage(url, '`liveness.url` is not a signed image URL');
    },
  }),
  'liveness.attempts.numbered': bodyRule('Liveness tries are numbered 1, 2, 3 … in the order of the array', {
    beyondJsonSchema: true,
    check: (body) => attemptsAreNumbered(attemptsOf(body, 'liveness')),
  }),
  'liveness.attempts.ordered': bodyRule('Liveness tries are listed in the order in which they were made', {
    reach: 'operated',
    beyondJsonSchema: true,
    needs: needsRetry,
    check: (body) => attemptsAreOrdered(attemptsOf(body, 'liveness')),
  }),
  'liveness.attempt.shape': bodyRule(
    'Every liveness attempt has id, number, status and time; a message is a string, images have URL and action',
    { check: (body) => attemptShapes(body, 'liveness') },
  ),
  'liveness.attempt.message-empty': bodyRule(
    'The reserved message of a liveness try is empty, even if the try failed',
    { level: 'should', check: (body) => attemptMessages(body, 'liveness') },
  ),
  'identity-document.type.enum': bodyRule('`identity_document.type` is `front_card` or `passport`', {
    check(body) {
      const ekyc = body.at('extra', 'ekyc');
      const type = ekyc.at('identity_document', 'type');
      if (isLeftOut(type, hasSuccess(ekyc, 'identity_document'))) return;
      type.expectOneOf(DOCUMENT_TYPES, '`identity_document.type` is not one of its values');
    },
  }),
  'identity-document.url.signed-image': bodyRule('Document scan and portrait are signed image URLs', {
    check(body) {
      const ekyc = body.at('extra', 'ekyc');
      const scan = ekyc.at('identity_document');
      if (!scan.isObject) return;
      const url = scan.at('url');
      if (!isLeftOut(url, hasSuccess(ekyc, 'identity_document'))) {
        expectImage(url, '`identity_document.url` is not a signed image URL');
      }
      const portrait = scan.at('face_image_url');
      // A portrait was found if it was compared with the selfie.
      if (!isLeftOut(portrait, ekyc.at('face_compare').isObject)) {
        expectImage(portrait, '`identity_document.face_image_url` is not a signed image URL');
      }
    },
  }),
  'identity-document.attempts.numbered': bodyRule('Document scans are numbered 1, 2, 3 … in the order of the array', {
    beyondJsonSchema: true,
    check: (body) => attemptsAreNumbered(attemptsOf(body, 'identity_document')),
  }),
  'identity-document.attempts.ordered': bodyRule('Document scans are listed in the order in which they were made', {
    reach: 'operated',
    beyondJsonSchema: true,
    needs: needsRetry,
    check: (body) => attemptsAreOrdered(attemptsOf(body, 'identity_document')),
  }),
  'identity-document.attempt.shape': bodyRule(
    'Every document scan has id, number, status and time; one that succeeded, document type and signed image URL',
    { check: (body) => attemptShapes(body, 'identity_document') },
  ),
  'identity-document.attempt.message-empty': bodyRule(
    'The reserved message of a document scan is empty, even if the scan failed',
    { level: 'should', check: (body) => attemptMessages(body, 'identity_document') },
  ),
});
