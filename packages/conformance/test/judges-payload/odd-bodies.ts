import { add, all, drop, none, put, RUN, SCANS, TRIES, withPassport, type Change } from './change.ts';
import { lifecycle, openResult, submission } from './submission.ts';

/** A body that is odd and right; no rule may find anything. */
export interface OddBody {
  readonly what: string;
  readonly change: Change;
  readonly from: () => object;
}

function odd(what: string, change: Change, from: () => object = submission): OddBody {
  return { what, change, from };
}

export const oddBodies: readonly OddBody[] = [
  odd('nothing changed', none),
  odd('an open application', none, openResult),
  odd('a lifecycle event', none, lifecycle),
  odd('an unfinished application that expired', none, () => lifecycle('drop_off')),
  odd('an event type that nobody knows', put('event.type', 'archive_form')),
  odd('a wide pad', put('application.no', 'COK00000000000000004711')),
  odd('no pad', put('application.no', 'COK004711')),
  odd('an id beyond what a double holds', add('application', { id: 2 ** 60, no: 'COK001152921504606846977' })),
  odd('a score of 70.0', put('extra.ekyc.face_compare.score', 70)),
  odd('a score between the bands', put('extra.ekyc.face_compare.score', 69.99)),
  odd(
    'status columns of the workspace',
    add('application.other_status', { AML: '-', ผล: 'Pass', '': '', constructor: 'Pass' }),
  ),
  odd('no status column', put('application.other_status', { ekyc: 'pass' })),
  odd('pass before anything was captured', put('application.other_status.ekyc', 'pass'), openResult),
  odd('answers that only the form knows', add('answers', { consent_checkbox_2: { value: 'yes' }, pets: { value: 3 } })),
  odd('the fewest answers', put('answers', { home_address_country: { value: 'LAO' } })),
  odd(
    'a timestamp without a fraction, and one with a long one',
    add('answers.gender', {
      created_at: '2026-01-05T03:00:00.000000001+00:00',
      updated_at: '2026-01-05T03:00:01+00:00',
    }),
  ),
  odd('no AML screening', drop('extra.identity_aml')),
  odd('a provider that has not run', put('extra.identity_aml.watchdog', [])),
  odd('a provider beside the other', put('extra.identity_aml.other', [])),
  odd('a statement of any form', put('extra.bank_statement', { pages: [null, { a: null }] })),
  odd('a document that is not the one asked for', put('answers.ekyc_document_type.value', 'passport')),
  odd('a passport', all(withPassport, drop('answers.nid'))),
  odd('a national id in groups', put('answers.nid.value', '1-1017-00230-70-8')),
  odd('a failed try without an image', drop(`${SCANS}.0.url`)),
  odd(
    'no portrait, hence no comparison',
    all(
      drop('extra.ekyc.face_compare'),
      drop('extra.ekyc.identity_document.face_image_url'),
      put('application.other_status.ekyc', 'fail'),
    ),
  ),
  odd(
    'checks that failed',
    all(
      drop('extra.ekyc.face_compare'),
      drop('extra.ekyc.liveness.url'),
      put(`${TRIES}.0.status`, 'fail'),
      put('application.other_status.ekyc', 'fail'),
    ),
  ),
  odd(
    'another spelling of the screened name',
    all(put('answers.full_name_first_name.value', 'José '), put(`${RUN}.input.first_name`, 'JOSE\u0301')),
  ),
  odd(
    'a screening from before a correction',
    add('answers.full_name_first_name', { value: 'Somsak', updated_at: '2026-01-05T03:09:45+00:00' }),
  ),
  odd('exp rounded', put('event.created_at', '2026-01-05T03:10:00.900000+00:00')),
];
