import { TRIES, drop, put } from './change.ts';
import { breaks, type Example } from './example.ts';
import { openResult } from './submission.ts';

export const applicationExamples: readonly Example[] = [
  breaks('application.id.integer', 'a text', put('application.id', '4711'), {
    also: ['convention.ids.integer'],
  }),
  breaks('application.id.integer', 'missing', drop('application.id')),
  breaks('application.no.derived', 'off by one', put('application.no', 'COK000004712')),
  breaks('application.no.derived', 'another prefix', put('application.no', 'APP004711')),
  breaks('application.no.derived', 'missing', drop('application.no')),
  breaks('application.form.echoes-path', 'another form', put('application.form', 'kyc-plain'), {
    as: 'result',
  }),
  breaks('application.slug.echoes-path', 'another slug', put('application.slug', 'other'), { as: 'result' }),
  breaks('application.status.enum', 'deleted', put('application.status', 'deleted')),
  breaks(
    'application.submitted-at.null-while-incomplete',
    'set',
    put('application.submitted_at', '2026-01-05T03:09:00+00:00'),
    { from: openResult, as: 'result' },
  ),
  breaks('application.submitted-at.null-while-incomplete', 'missing', drop('application.submitted_at'), {
    from: openResult,
    as: 'result',
  }),
  breaks('application.submitted-at.set-when-complete', 'null', put('application.submitted_at', null)),
  breaks(
    'application.submitted-at.set-when-complete',
    'a day that does not exist',
    put('application.submitted_at', '2026-02-30T03:00:00+00:00'),
  ),
  breaks('other-status.ekyc.present', 'missing', drop('application.other_status.ekyc')),
  breaks('other-status.ekyc.present', 'no other_status', drop('application.other_status')),
  breaks('other-status.ekyc.enum', 'Title-case', put('application.other_status.ekyc', 'Pass')),
  breaks(
    'other-status.ekyc.follows-face-compare',
    'need_review on a match',
    put('application.other_status.ekyc', 'need_review'),
  ),
  breaks('other-status.ekyc.follows-face-compare', 'fail on a match', put('application.other_status.ekyc', 'fail')),
  breaks('other-status.ekyc.pass-needs-checks', 'no comparison', drop('extra.ekyc.face_compare')),
  breaks('other-status.ekyc.pass-needs-checks', 'no check that passed', put(`${TRIES}.0.status`, 'fail'), {
    also: ['face-compare.implies-both-passed'],
  }),
  breaks('other-status.custom.title-case', 'lower case', put('application.other_status.decision', 'need review')),
  breaks('other-status.custom.string', 'a number', put('application.other_status.decision', 3)),
];
