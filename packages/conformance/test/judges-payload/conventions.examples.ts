import { RUN, SCANS, put } from './change.ts';
import { breaks, type Example } from './example.ts';

export const conventionsExamples: readonly Example[] = [
  breaks('convention.timestamp.offset', 'a Z', put('event.created_at', '2026-01-05T03:10:00Z')),
  breaks('convention.timestamp.offset', 'another offset', put('application.submitted_at', '2026-01-05T10:09:00+07:00')),
  breaks('convention.timestamp.offset', 'a blank for the T', put(`${RUN}.timestamp`, '2026-01-05 03:09:30+00:00')),
  breaks('convention.omitted-not-null', 'a step that does not apply', put('extra.bank_statement', null)),
  breaks('convention.omitted-not-null', 'a status column', put('application.other_status.decision', null)),
  breaks('convention.ids.integer', 'a text', put(`${SCANS}.0.id`, '21'), {
    also: ['identity-document.attempt.shape'],
  }),
];
