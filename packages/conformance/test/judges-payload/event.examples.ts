import { add, all, drop, put } from './change.ts';
import { breaks, type Example } from './example.ts';
import { lifecycle } from './submission.ts';

const lifecycleEvent = { nounce: 'n-2', type: 'update_status', created_at: '2026-01-05T03:10:00+00:00' };

export const eventExamples: readonly Example[] = [
  breaks('event.nounce.string', 'a number', put('event.nounce', 1)),
  breaks('event.nounce.string', 'missing', drop('event.nounce')),
  breaks('event.type.string', 'a number', put('event.type', 7)),
  breaks('event.version.on-submit-form', 'a text', put('event.version', '1')),
  breaks('event.version.on-submit-form', 'missing', drop('event.version')),
  breaks('event.version.absent-on-lifecycle', 'there', put('event.version', 1), { from: lifecycle }),
  breaks('event.created-at', 'missing', drop('event.created_at')),
  breaks(
    'event.created-at.not-before-submission',
    'a second and more',
    put('application.submitted_at', '2026-01-05T03:10:01+00:00'),
  ),
  breaks(
    'event.drop-off.not-submitted',
    'complete',
    add('application', { status: 'complete', submitted_at: '2026-01-05T03:09:00+00:00' }),
    { from: () => lifecycle('drop_off') },
  ),
  breaks(
    'event.drop-off.not-submitted',
    'expired, with the time of a submission',
    put('application.submitted_at', '2026-01-05T03:09:00+00:00'),
    { from: () => lifecycle('drop_off') },
  ),
  breaks('event.submit-form.payload', 'no answers', drop('answers')),
  breaks('event.submit-form.payload', 'no extra.ekyc', drop('extra.ekyc')),
  breaks('event.lifecycle.no-answers', 'answers', put('answers', {}), { from: lifecycle }),
  breaks(
    'event.lifecycle.no-answers',
    'answers of a complete application',
    all(put('event', lifecycleEvent), drop('extra'), put('answers', {})),
  ),
  breaks('event.submit-form.complete', 'incomplete', add('application', { status: 'incomplete', submitted_at: null })),
];
