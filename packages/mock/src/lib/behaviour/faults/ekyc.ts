import { readAt, replaceAt } from '../hooks/document.ts';
import { defineFault, type Fault } from './fault.ts';
import { changingPayload, leavingOut, moved } from './points.ts';

const LIVENESS = 'extra.ekyc.liveness.attempts';
const DOCUMENT = 'extra.ekyc.identity_document.attempts';

export const ekycFaults: readonly Fault[] = [
  defineFault({
    rule: 'face-compare.score.range',
    title: 'gives a score above 100',
    points: changingPayload('extra.ekyc.face_compare.score', (score) => (Number(score) >= 70 ? 101 : score)),
  }),
  defineFault({
    rule: 'face-compare.status.enum',
    title: 'has a word of its own for a match',
    points: changingPayload('extra.ekyc.face_compare.status', (status) => (status === 'match' ? 'matched' : status)),
  }),
  defineFault({
    rule: 'face-compare.status.follows-score',
    title: 'calls a score of 70 or above need_review',
    alsoBreaks: ['other-status.ekyc.follows-face-compare'],
    points: {
      payload: (document) =>
        readAt(document, 'extra.ekyc.face_compare.status') === 'match'
          ? replaceAt(document, 'extra.ekyc.face_compare.status', () => 'need_review')
          : document,
    },
  }),
  defineFault({
    rule: 'face-compare.implies-both-passed',
    alsoBreaks: ['other-status.ekyc.pass-needs-checks'],
    title: 'compares faces although every liveness attempt failed',
    points: changingPayload(`${LIVENESS}.*.status`, () => 'fail'),
  }),
  defineFault({
    rule: 'liveness.url.signed-image',
    title: 'gives the path of the best frame alone',
    points: changingPayload('extra.ekyc.liveness.url', () => 'liveness.png'),
  }),
  defineFault({
    rule: 'liveness.attempts.numbered',
    title: 'counts liveness attempts from 0',
    points: changingPayload(`${LIVENESS}.*.attempt`, (attempt) => Number(attempt) - 1),
  }),
  defineFault({
    rule: 'liveness.attempts.ordered',
    title: 'lists liveness attempts with the times of the latest first',
    points: changingPayload(LIVENESS, withTimesReversed),
  }),
  defineFault({
    rule: 'liveness.attempt.shape',
    title: 'leaves out what a frame shows',
    points: leavingOut(`${LIVENESS}.*.images.*.action`),
  }),
  defineFault({
    rule: 'liveness.attempt.message-empty',
    title: 'says why a liveness attempt failed',
    points: changingPayload(`${LIVENESS}.*.message`, () => 'too dark'),
  }),
  defineFault({
    rule: 'identity-document.type.enum',
    title: 'calls national ids by another name',
    points: changingPayload('extra.ekyc.identity_document.type', (type) => (type === 'front_card' ? 'id_card' : type)),
  }),
  defineFault({
    rule: 'identity-document.url.signed-image',
    title: 'gives the path of the portrait alone',
    points: changingPayload('extra.ekyc.identity_document.face_image_url', () => 'portrait.png'),
  }),
  defineFault({
    rule: 'identity-document.attempts.numbered',
    title: 'gives every scan the same number',
    points: changingPayload(`${DOCUMENT}.*.attempt`, () => 1),
  }),
  defineFault({
    rule: 'identity-document.attempts.ordered',
    title: 'lists scans with the times of the latest first',
    points: changingPayload(DOCUMENT, withTimesReversed),
  }),
  defineFault({
    rule: 'identity-document.attempt.shape',
    title: 'leaves out which document was scanned',
    points: leavingOut(`${DOCUMENT}.*.type`),
  }),
  defineFault({
    rule: 'identity-document.attempt.message-empty',
    title: 'says why a scan failed',
    points: changingPayload(`${DOCUMENT}.*.message`, () => 'glare'),
  }),
];

/** Attempts whose times go back by a minute each. */
function withTimesReversed(attempts: unknown): unknown {
  if (!Array.isArray(attempts)) return attempts;
  const list = attempts as readonly { created_at: string }[]; // Attempts of either kind have the time of the try.
  return list.map((attempt, index) => ({ ...attempt, created_at: moved(attempt.created_at, -60 * index) }));
}
