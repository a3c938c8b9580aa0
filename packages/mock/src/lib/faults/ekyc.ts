import { readAt, replaceAt } from '../behaviour/document.ts';
import { defineFault, type Fault } from './fault.ts';

export const ekycFaults: readonly Fault[] = [
  defineFault({
    rule: 'liveness.attempts.numbered',
    title: 'counts liveness attempts from 0',
    points: {
      payload: (document) =>
        replaceAt(document, 'extra.ekyc.liveness.attempts.*.attempt', (attempt) => Number(attempt) - 1),
    },
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
];
