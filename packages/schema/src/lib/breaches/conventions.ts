import { readAt } from '@idvkit/json';

import { defineBreaches, on, values } from './breach.ts';
import { asText, isCompared, number, text } from './change.ts';

const withZ = text((time) => time.replace('+00:00', 'Z'));

/** Writes the same moment with the offset of Bangkok. */
const inBangkok = text((time) => {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? time : `${new Date(ms + 7 * 3_600_000).toISOString().slice(0, 19)}+07:00`;
});

/** Breaches of the conventions. */
export const conventionsBreaches = defineBreaches({
  'convention.timestamp.offset': [
    ...on('extra.ekyc.identity_document.attempts.*.created_at', {
      title: 'writes times of scans with a Z',
      change: withZ,
    }),
    ...on(
      'application.submitted_at',
      { variant: 'local-time', title: 'writes the time of submission in local time', change: inBangkok },
      { change: withZ },
    ),
    ...on('event.created_at', { change: withZ }, { change: inBangkok }),
    ...on('answers.document_number.created_at', { change: withZ }),
  ],
  'convention.omitted-not-null': [
    ...on('extra.ekyc.identity_document.back_url', {
      title: 'gives null for a side of the document that was not scanned',
      adds: true,
      change: () => null,
    }),
    ...on('extra.ekyc.face_compare', {
      variant: 'face-compare',
      title: 'gives null for a comparison that was not made',
      when: (body) => readAt(body, 'extra.ekyc') !== undefined && !isCompared(body),
      adds: true,
      change: () => null,
    }),
    ...on('extra.ekyc.identity_document.face_image_url', ...values(null)),
    ...on('extra.bank_statement', ...values(null)),
  ],
  'convention.ids.integer': [
    ...on(
      'extra.ekyc.liveness.attempts.*.id',
      { alsoBreaks: ['liveness.attempt.shape'], title: 'writes ids of attempts as text', change: asText },
      { alsoBreaks: ['liveness.attempt.shape'], change: number((id) => id + 0.5) },
    ),
    ...on('extra.ekyc.identity_document.attempts.*.id', {
      variant: 'of-scans',
      alsoBreaks: ['identity-document.attempt.shape'],
      title: 'writes ids of scans as text',
      change: asText,
    }),
  ],
});
