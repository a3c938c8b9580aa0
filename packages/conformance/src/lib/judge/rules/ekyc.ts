import { at, objectAt } from '@idvkit/json';
import { documentType, faceCompareStatus, type FaceCompareStatus } from '@idvkit/schema';

import { readImageUrl } from '../rule/image-url.ts';
import { ekycOf, faceCompareOf, hasSuccess } from '../rule/payload-parts.ts';
import { definePayloadRule, look } from '../rule/payload-rule.ts';
import type { Rule } from '../rule/rule.ts';
import { attemptRules } from './ekyc-attempts.ts';

const needsCompared =
  'A submission whose document scan and liveness both passed: an operator that submits, or fixtures.submittedSlug.';
const needsCamera =
  'A submission of a form with a document scan and liveness: an operator that submits, or fixtures.submittedSlug.';

const facePath = ['extra', 'ekyc', 'face_compare'] as const;

const isScore = (score: unknown): score is number => typeof score === 'number' && score >= 0 && score <= 100;

const scoreIsInRange = definePayloadRule('face-compare.score.range', {
  needs: needsCompared,
  *inspect(payload) {
    const comparison = faceCompareOf(payload);
    if (comparison === undefined) return;
    yield look(isScore(comparison['score']), {
      message: '`face_compare.score` is no number from 0 to 100',
      path: [...facePath, 'score'],
      expected: 'number from 0 to 100',
      actual: comparison['score'],
    });
  },
});

const comparisonIsKnown = definePayloadRule('face-compare.status.enum', {
  needs: needsCompared,
  *inspect(payload) {
    const comparison = faceCompareOf(payload);
    if (comparison === undefined) return;
    yield look(faceCompareStatus.safeParse(comparison['status']).success, {
      message: '`face_compare.status` is none of its values',
      path: [...facePath, 'status'],
      expected: faceCompareStatus.options,
      actual: comparison['status'],
    });
  },
});

/** The statuses that a score may come with: between two bands, that of either neighbour. */
function statusesOf(score: number): readonly FaceCompareStatus[] {
  if (score <= 60) return ['not_match'];
  if (score < 61) return ['not_match', 'need_review'];
  if (score <= 69) return ['need_review'];
  return score < 70 ? ['need_review', 'match'] : ['match'];
}

const comparisonFollowsScore = definePayloadRule('face-compare.status.follows-score', {
  needs: needsCompared,
  *inspect(payload) {
    const comparison = faceCompareOf(payload);
    const status = faceCompareStatus.safeParse(comparison?.['status']);
    const score = comparison?.['score'];
    if (!status.success || !isScore(score)) return;
    const expected = statusesOf(score);
    yield look(expected.includes(status.data), {
      message: '`face_compare.status` is not that of its score',
      path: [...facePath, 'status'],
      expected: `${expected.join(' or ')} for a score of ${score}`,
      actual: status.data,
    });
  },
});

const comparisonNeedsBoth = definePayloadRule('face-compare.implies-both-passed', {
  needs: needsCompared,
  *inspect(payload) {
    if (faceCompareOf(payload) === undefined) return;
    const missing = [
      ...(hasSuccess(payload, 'identity_document') ? [] : ['document']),
      ...(hasSuccess(payload, 'liveness') ? [] : ['liveness']),
    ];
    yield look(missing.length === 0, {
      message: `\`face_compare\` is there without a successful ${missing.join(' and ')} attempt`,
      path: facePath,
    });
  },
});

const livenessIsSigned = definePayloadRule('liveness.url.signed-image', {
  needs: needsCamera,
  *inspect(payload) {
    const url = at(ekycOf(payload), 'liveness', 'url');
    // What a check that did not succeed has to show is not told, so that nothing may stand there.
    if (isLeftOut(url, hasSuccess(payload, 'liveness'))) return;
    yield look(readImageUrl(url) !== undefined, {
      message: '`liveness.url` is no signed image URL',
      path: ['extra', 'ekyc', 'liveness', 'url'],
      expected: 'signed image URL',
      actual: url,
    });
  },
});

const documentTypeIsKnown = definePayloadRule('identity-document.type.enum', {
  needs: needsCamera,
  *inspect(payload) {
    const type = at(ekycOf(payload), 'identity_document', 'type');
    if (isLeftOut(type, hasSuccess(payload, 'identity_document'))) return;
    yield look(documentType.safeParse(type).success, {
      message: '`identity_document.type` is none of its values',
      path: ['extra', 'ekyc', 'identity_document', 'type'],
      expected: documentType.options,
      actual: type,
    });
  },
});

const documentIsSigned = definePayloadRule('identity-document.url.signed-image', {
  needs: needsCamera,
  *inspect(payload) {
    const scan = objectAt(ekycOf(payload), 'identity_document');
    const members = [
      { name: 'url', isDue: hasSuccess(payload, 'identity_document') },
      // A portrait was found where it was compared with the selfie.
      { name: 'face_image_url', isDue: faceCompareOf(payload) !== undefined },
    ];
    for (const { name, isDue } of members) {
      const url = scan?.[name];
      if (scan === undefined || isLeftOut(url, isDue)) continue;
      yield look(readImageUrl(url) !== undefined, {
        message: `\`identity_document.${name}\` is no signed image URL`,
        path: ['extra', 'ekyc', 'identity_document', name],
        expected: 'signed image URL',
        actual: url,
      });
    }
  },
});

/** Whether a field may be missing: it is not due, or it is null, which is a finding of `convention.omitted-not-null`. */
function isLeftOut(value: unknown, isDue: boolean): boolean {
  return value === null || (value === undefined && !isDue);
}

/** Judges of the rules about the camera checks. */
export const ekycRules: readonly Rule[] = [
  scoreIsInRange,
  comparisonIsKnown,
  comparisonFollowsScore,
  comparisonNeedsBoth,
  livenessIsSigned,
  documentTypeIsKnown,
  documentIsSigned,
  ...attemptRules,
];
