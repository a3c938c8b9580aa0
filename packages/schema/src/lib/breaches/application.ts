import { readAt } from '@idvkit/json';

import { ekycOutcome } from '../application/application.ts';
import { defineBreaches, gone, on, values } from './breach.ts';
import {
  asText,
  dayOnly,
  from,
  isCompared,
  isComplete,
  isOpen,
  isSubmitted,
  miscounted,
  number,
  onPassports,
  text,
} from './change.ts';

const EKYC = 'application.other_status.ekyc';

/** Checks whether a camera check was made and never succeeded. */
function hasFailedCheck(body: unknown): boolean {
  return ['liveness', 'identity_document'].some((check) => {
    const attempts = readAt(body, `extra.ekyc.${check}.attempts`);
    return Array.isArray(attempts) && attempts.every((attempt) => readAt(attempt, 'status') !== 'success');
  });
}

/** Breaches of the rules about the application. */
export const applicationBreaches = defineBreaches({
  'application.id.integer': on(
    'application.id',
    { alsoBreaks: ['convention.ids.integer'], title: 'writes the id as a string', change: asText },
    onPassports({
      variant: 'fraction',
      alsoBreaks: ['convention.ids.integer', 'result.equals-webhook'],
      title: 'writes the id of passport submissions with a fraction',
      change: number((id) => id + 0.5),
    }),
  ),
  'application.no.derived': on(
    'application.no',
    { title: 'numbers applications by another count', change: miscounted },
    {
      variant: 'other-prefix',
      title: 'drops the zeros of the prefix',
      change: text((no) => no.replace('COK00', 'COK-')),
    },
    onPassports({
      variant: 'on-passports',
      alsoBreaks: ['application.id.stable', 'result.equals-webhook'],
      title: 'is one off in the number of passport submissions',
      change: miscounted,
    }),
    { change: text((no) => no.toLowerCase()) },
    { change: text((no) => no.slice('COK00'.length)) },
  ),
  'application.status.enum': on(
    'application.status',
    {
      alsoBreaks: ['create.state.incomplete', 'submit.camera-flow.unchanged'],
      title: 'has a status deleted, drafted or the like',
      change: from('incomplete', 'draft'),
    },
    ...values('deleted', 'Complete'),
  ),
  'application.submitted-at.null-while-incomplete': on('application.submitted_at', {
    alsoBreaks: ['create.state.incomplete', 'submit.camera-flow.unchanged'],
    title: 'gives the time of creation as submitted_at of an open application',
    when: isOpen,
    change: () => '2026-01-05T03:00:00+00:00',
  }),
  'application.submitted-at.set-when-complete': on(
    'application.submitted_at',
    onPassports({
      alsoBreaks: ['result.equals-webhook'],
      title: 'leaves submitted_at null on passport submissions',
      change: () => null,
    }),
    onPassports({
      variant: 'day',
      alsoBreaks: ['application.submitted-at.stable', 'result.equals-webhook'],
      title: 'dates passport submissions to the day',
      change: dayOnly,
    }),
    { when: isComplete, change: () => null },
  ),
  'other-status.ekyc.present': on(
    EKYC,
    { title: 'leaves ekyc out before the checks ran', when: isOpen, change: gone },
    onPassports({
      variant: 'on-passports',
      alsoBreaks: ['result.equals-webhook'],
      title: 'leaves ekyc out on passport submissions',
      change: gone,
    }),
    { change: gone },
  ),
  'other-status.ekyc.enum': on(
    EKYC,
    {
      title: 'writes ekyc in Title case',
      change: text((ekyc) => ekyc.replace(/^./, (letter) => letter.toUpperCase())),
    },
    { variant: 'hyphen', title: 'writes need-review for need_review', change: from('need_review', 'need-review') },
    ...values('approved', ''),
  ),
  'other-status.ekyc.follows-face-compare': on(
    EKYC,
    {
      alsoBreaks: ['result.equals-webhook'],
      title: 'passes applicants whose face comparison needs review',
      when: isCompared,
      change: from('need_review', 'pass'),
    },
    ...values('need_review', 'fail', 'pending', 'pass').map((edit) => ({ ...edit, when: isCompared })),
  ),
  'other-status.ekyc.pass-needs-checks': [
    ...on(
      EKYC,
      {
        alsoBreaks: ['result.equals-webhook'],
        title: 'passes applicants whose checks failed',
        when: hasFailedCheck,
        change: () => 'pass',
      },
      { when: hasFailedCheck, change: () => 'need_review' },
    ),
    ...on('extra.ekyc.liveness.attempts', {
      alsoBreaks: ['face-compare.implies-both-passed'],
      when: (body) => readAt(body, EKYC) === 'pass',
      change: () => [],
    }),
  ],
  'other-status.custom.title-case': [
    ...on('application.other_status.*', {
      title: 'writes the values of status columns in lower case',
      change: text((value) => (ekycOutcome.safeParse(value).success ? value : value.toLowerCase())),
    }),
    ...on('application.other_status.risk', { when: isSubmitted, adds: true, change: () => 'not_run' }),
  ],
  'other-status.custom.string': [
    ...on('application.other_status.*', {
      title: 'writes status columns as booleans',
      change: (value) => (ekycOutcome.safeParse(value).success ? value : true),
    }),
    ...on(
      'application.other_status.risk',
      { variant: 'number', title: 'has a number in a column', when: isSubmitted, adds: true, change: () => 3 },
      ...values({ status: 'Pass' }),
    ),
  ],
});
