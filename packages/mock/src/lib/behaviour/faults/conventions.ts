import { defineFault, type Fault } from './fault.ts';
import { answering, changingPayload, settingInPayload } from './points.ts';

export const conventionFaults: readonly Fault[] = [
  defineFault({
    rule: 'convention.timestamp.offset',
    title: 'writes times of scans with a Z',
    points: changingPayload('extra.ekyc.identity_document.attempts.*.created_at', (at) =>
      String(at).replace('+00:00', 'Z'),
    ),
  }),
  defineFault({
    rule: 'convention.timestamp.offset',
    variant: 'local-time',
    title: 'writes the time of submission in local time',
    points: changingPayload('application.submitted_at', (at) =>
      typeof at === 'string' ? `${new Date(Date.parse(at) + 7 * 3_600_000).toISOString().slice(0, 19)}+07:00` : at,
    ),
  }),
  defineFault({
    rule: 'convention.omitted-not-null',
    title: 'gives null for a side of the document that was not scanned',
    points: settingInPayload('extra.ekyc.identity_document.back_url', () => null),
  }),
  defineFault({
    rule: 'convention.ids.integer',
    alsoBreaks: ['liveness.attempt.shape'],
    title: 'writes ids of attempts as text',
    points: changingPayload('extra.ekyc.liveness.attempts.*.id', String),
  }),
  defineFault({
    rule: 'convention.json',
    title: 'labels results as plain text',
    points: answering('result', (draft) => ({ ...draft, headers: { ...draft.headers, 'content-type': 'text/plain' } })),
  }),
];
