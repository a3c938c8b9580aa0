import { readAt, removeAt, replaceAt } from '@idvkit/json';

import { defineBreaches, gone, missing, on, values, type Breach, type Edit } from './breach.ts';
import { from, inLast, isCompared, list, moved, number, onPassports } from './change.ts';

const COMPARED = 'extra.ekyc.face_compare';

/** A camera check: where its attempts are, and what a title calls one of them. */
interface CameraCheck {
  readonly attempts: string;
  readonly one: string;
}

const LIVENESS: CameraCheck = { attempts: 'extra.ekyc.liveness.attempts', one: 'liveness attempt' };
const SCAN: CameraCheck = { attempts: 'extra.ekyc.identity_document.attempts', one: 'scan' };

const hasRetries =
  ({ attempts }: CameraCheck) =>
  (body: unknown): boolean =>
    readAt(body, `${attempts}.1`) !== undefined;

const scoreOf = (body: unknown): number => {
  const score = readAt(body, `${COMPARED}.score`);
  return typeof score === 'number' ? score : Number.NaN;
};

/** Checks whether the faces of a payload match. */
const isMatch = (body: unknown): boolean => readAt(body, `${COMPARED}.status`) === 'match';

function misnumbered(check: CameraCheck, all: Edit): readonly Breach[] {
  return [
    ...on(`${check.attempts}.*.attempt`, all),
    ...on(check.attempts, {
      variant: 'skips-one',
      title: `skips a number after a ${check.one} that failed`,
      when: hasRetries(check),
      change: inLast(
        'attempt',
        number((attempt) => attempt + 1),
      ),
    }),
    ...on(`${check.attempts}.0.attempt`, ...values(0)),
  ];
}

function disordered(check: CameraCheck): readonly Breach[] {
  const when = hasRetries(check);
  return [
    ...on(
      check.attempts,
      {
        title: `lists ${check.one}s with the times of the latest first`,
        when,
        change: list((attempts) =>
          attempts.map((attempt, index) =>
            replaceAt(attempt, 'created_at', () => moved(-60 * index)(readAt(attempts, '0.created_at'))),
          ),
        ),
      },
      {
        variant: 'one-second',
        title: `has the last ${check.one} a second before the one before it`,
        when,
        change: inLast('created_at', (_, before) => moved(-1)(before)),
      },
    ),
    ...on(`${check.attempts}.0.created_at`, { when, change: () => '2099-01-01T00:00:00+00:00' }),
  ];
}

function explained({ attempts, one }: CameraCheck, reason: string): readonly Breach[] {
  return [
    ...on(`${attempts}.*.message`, { title: `says why a ${one} failed`, change: () => reason }),
    ...on(`${attempts}.*`, {
      variant: 'on-failure',
      title: `says why a ${one} failed, on those that did`,
      change: (attempt) =>
        readAt(attempt, 'status') === 'fail' ? replaceAt(attempt, 'message', () => reason) : attempt,
    }),
  ];
}

/** Returns breaches of what every attempt has, without an effect on the outcome of its check. */
function misshapen({ attempts }: CameraCheck): readonly Breach[] {
  return [
    ...missing(on, `${attempts}.0.id`, `${attempts}.0.attempt`),
    ...on(`${attempts}.0.message`, ...values(404)),
    ...on(`${attempts}.0.created_at`, ...values('yesterday')),
  ];
}

/** Leaves out what was captured, which only an attempt that succeeded must have. */
function withoutCapture(key: string): Edit['change'] {
  return (attempt) => (readAt(attempt, 'status') === 'success' ? removeAt(attempt, key) : attempt);
}

/** Breaches of the rules about the camera checks. */
export const ekycBreaches = defineBreaches({
  'face-compare.score.range': on(
    `${COMPARED}.score`,
    { title: 'gives a score above 100', change: number((score) => (score >= 70 ? 101 : score)) },
    {
      variant: 'below-zero',
      title: 'gives a score a little below 0 where faces do not match',
      change: number((score) => (score <= 60 ? -0.1 : score)),
    },
    ...values('87.5'),
  ),
  'face-compare.status.enum': on(
    `${COMPARED}.status`,
    { title: 'has another word for a match', change: from('match', 'matched') },
    { variant: 'upper-case', title: 'writes NOT_MATCH in upper case', change: from('not_match', 'NOT_MATCH') },
    ...values('Match'),
  ),
  'face-compare.status.follows-score': [
    ...on(`${COMPARED}.status`, {
      alsoBreaks: ['other-status.ekyc.follows-face-compare'],
      title: 'calls a score of 70 or above need_review',
      when: (body) => scoreOf(body) >= 70,
      change: () => 'need_review',
    }),
    // Far from the bands of other statuses: no outcome is stated for scores between two bands.
    ...on(`${COMPARED}.score`, ...[5, 60.5, 69].map((score) => ({ when: isMatch, change: () => score })), {
      when: (body) => !isMatch(body),
      change: () => 95,
    }),
  ],
  'face-compare.implies-both-passed': [
    ...on(`${LIVENESS.attempts}.*.status`, {
      alsoBreaks: ['other-status.ekyc.pass-needs-checks'],
      title: 'compares faces although every liveness attempt failed',
      when: isCompared,
      change: () => 'fail',
    }),
    ...on(`${SCAN.attempts}.*.status`, {
      alsoBreaks: ['other-status.ekyc.pass-needs-checks'],
      when: isCompared,
      change: () => 'fail',
    }),
  ],
  'liveness.url.signed-image': on(
    'extra.ekyc.liveness.url',
    { title: 'gives only the path of the best frame', change: () => 'liveness.png' },
    ...values('https://cdn.example.com/selfie.jpg', ''),
  ),
  'liveness.attempts.numbered': misnumbered(LIVENESS, {
    title: 'counts liveness attempts from 0',
    change: number((attempt) => attempt - 1),
  }),
  'liveness.attempts.ordered': disordered(LIVENESS),
  'liveness.attempt.shape': [
    ...on(`${LIVENESS.attempts}.*.images.*.action`, { title: 'leaves out what a frame shows', change: gone }),
    ...on(`${LIVENESS.attempts}.*.status`, {
      variant: 'status',
      title: 'calls a liveness attempt failed in place of fail',
      change: from('fail', 'failed'),
    }),
    ...misshapen(LIVENESS),
    ...on(`${LIVENESS.attempts}.0.images.0.url`, ...values('frame.jpg')),
  ],
  'liveness.attempt.message-empty': explained(LIVENESS, 'too dark'),
  'identity-document.type.enum': on(
    'extra.ekyc.identity_document.type',
    { title: 'calls national ids by another name', change: from('front_card', 'id_card') },
    { variant: 'upper-case', title: 'writes PASSPORT in upper case', change: from('passport', 'PASSPORT') },
    ...values('driving_licence'),
  ),
  'identity-document.url.signed-image': [
    ...on('extra.ekyc.identity_document.face_image_url', {
      title: 'gives only the path of the portrait',
      change: () => 'portrait.png',
    }),
    ...on('extra.ekyc.identity_document.url', { change: () => 'https://cdn.example.com/card.jpg' }),
  ],
  'identity-document.attempts.numbered': misnumbered(SCAN, {
    title: 'gives every scan the same number',
    change: () => 1,
  }),
  'identity-document.attempts.ordered': disordered(SCAN),
  'identity-document.attempt.shape': [
    ...on(`${SCAN.attempts}.*`, { title: 'leaves out which document was scanned', change: withoutCapture('type') }),
    ...on(
      `${SCAN.attempts}.*.type`,
      onPassports({
        variant: 'type',
        title: 'calls the document of a scan by another name on passport submissions',
        change: () => 'travel_document',
      }),
    ),
    ...misshapen(SCAN),
    ...on(`${SCAN.attempts}.*`, { change: withoutCapture('url') }),
  ],
  'identity-document.attempt.message-empty': explained(SCAN, 'glare'),
});
