import { SCANS, TRIES, add, all, append, drop, put } from './change.ts';
import { breaks, type Example } from './example.ts';

export const ekycExamples: readonly Example[] = [
  breaks('face-compare.score.range', 'a fraction of one hundred and more', put('extra.ekyc.face_compare.score', 100.5)),
  breaks('face-compare.score.range', 'a text', put('extra.ekyc.face_compare.score', '88')),
  breaks('face-compare.status.enum', 'another case', put('extra.ekyc.face_compare.status', 'MATCH')),
  breaks('face-compare.status.follows-score', '69 as a match', put('extra.ekyc.face_compare.score', 69)),
  breaks('face-compare.status.follows-score', '60.5 as a match', put('extra.ekyc.face_compare.score', 60.5)),
  breaks(
    'face-compare.implies-both-passed',
    'no document that passed',
    all(
      put('extra.ekyc.face_compare', { score: 20, status: 'not_match' }),
      put('application.other_status.ekyc', 'fail'),
      drop(`${SCANS}.1`),
    ),
  ),
  breaks('liveness.url.signed-image', 'a public file', put('extra.ekyc.liveness.url', 'https://cdn.example/best.jpg')),
  breaks('liveness.url.signed-image', 'a number', put('extra.ekyc.liveness.url', 31)),
  breaks('liveness.url.signed-image', 'missing after a success', drop('extra.ekyc.liveness.url')),
  breaks(
    'liveness.url.signed-image',
    'a public file of a check that failed',
    all(
      drop('extra.ekyc.face_compare'),
      put(`${TRIES}.0.status`, 'fail'),
      put('application.other_status.ekyc', 'fail'),
      put('extra.ekyc.liveness.url', 'https://cdn.example/best.jpg'),
    ),
  ),
  breaks('identity-document.type.enum', 'missing after a success', drop('extra.ekyc.identity_document.type')),
  breaks('identity-document.url.signed-image', 'no scan after a success', drop('extra.ekyc.identity_document.url')),
  breaks(
    'identity-document.url.signed-image',
    'no portrait though it was compared',
    drop('extra.ekyc.identity_document.face_image_url'),
  ),
  breaks('liveness.attempts.numbered', 'from 0', put(`${TRIES}.0.attempt`, 0)),
  breaks(
    'liveness.attempts.ordered',
    'back in time',
    append(TRIES, add('', { attempt: 2, created_at: '2026-01-05T03:07:59+00:00' })),
  ),
  breaks('liveness.attempt.shape', 'images as text', put(`${TRIES}.0.images`, 'none')),
  breaks('liveness.attempt.shape', 'an action that is missing', drop(`${TRIES}.0.images.0.action`)),
  breaks('liveness.attempt.shape', 'no number', drop(`${TRIES}.0.attempt`)),
  breaks('liveness.attempt.message-empty', 'a reason', put(`${TRIES}.0.message`, 'too dark')),
  breaks('identity-document.type.enum', 'another type', put('extra.ekyc.identity_document.type', 'id_card')),
  breaks(
    'identity-document.url.signed-image',
    'a public file',
    put('extra.ekyc.identity_document.face_image_url', 'https://cdn.example/face.jpg'),
  ),
  breaks('identity-document.attempts.numbered', 'a gap', put(`${SCANS}.1.attempt`, 3)),
  breaks(
    'identity-document.attempts.ordered',
    'newest first',
    put(`${SCANS}.1.created_at`, '2026-01-05T03:04:00+00:00'),
  ),
  breaks('identity-document.attempt.shape', 'another status', put(`${SCANS}.0.status`, 'failed')),
  breaks('identity-document.attempt.shape', 'no type', drop(`${SCANS}.1.type`)),
  breaks('identity-document.attempt.message-empty', 'a reason', put(`${SCANS}.0.message`, 'glare')),
];
