import { readAt } from '@idvkit/json';

import { defineBreaches, gone, inBody, on } from './breach.ts';
import { asText, from, isComplete, isOpen, number, onPassports, text } from './change.ts';

const A_TIME = '2026-01-05T03:00:00+00:00';

const onInfo = inBody('infoResponse');
const onSubmission = inBody('submitFormDelivery');

/** Breaches of rules that compare a body with the call that it answers, or with other bodies. */
export const comparedBreaches = defineBreaches({
  'application.form.echoes-path': on(
    'application.form',
    { title: 'names the form by its version', change: text((form) => `${form}-v2`) },
    {
      kind: 'resultResponse',
      variant: 'in-results',
      alsoBreaks: ['result.equals-webhook', 'submit.again.unchanged'],
      title: 'writes the form in upper case in results',
      change: text((form) => form.toUpperCase()),
    },
  ),
  'application.slug.echoes-path': on('application.slug', {
    kind: 'resultResponse',
    alsoBreaks: ['result.equals-webhook', 'submit.again.unchanged'],
    title: 'gives another slug in a result than the one that it was asked for',
    change: text((slug) => `${slug}x`),
  }),
  'create.state.incomplete': on('application.status', {
    alsoBreaks: ['submit.camera-flow.unchanged'],
    title: 'shows new applications as expired',
    change: from('incomplete', 'expired'),
  }),
  'create.detail.form-echo': on('detail.form', {
    kind: 'createResponse',
    title: 'names the form by its version',
    change: text((form) => `${form}-v2`),
  }),
  'result.open.empty': [
    ...on('answers', {
      title: 'gives draft answers before submission',
      when: isOpen,
      change: () => ({ gender: { value: 'F', created_at: A_TIME, updated_at: A_TIME } }),
    }),
    ...on('extra.ekyc', {
      variant: 'extra',
      title: 'has an empty ekyc in extra before submission',
      when: isOpen,
      adds: true,
      change: () => ({}),
    }),
  ],
  'result.equals-webhook': on('application.other_status.reviewed', {
    kind: 'resultResponse',
    alsoBreaks: ['submit.again.unchanged'],
    title: 'has a column in results that webhooks do not have',
    when: isComplete,
    adds: true,
    change: () => 'No',
  }),
  'result.size.few-kb': on('application.other_status.log', {
    title: 'gives a log along with the columns',
    adds: true,
    change: () => 'Checked '.repeat(6_000),
  }),
  'info.data.id': onInfo(
    'data.id',
    { title: 'gives another id than the result does', change: number((id) => id + 500_000) },
    {
      variant: 'once-submitted',
      title: 'gives another id in the info once submitted',
      when: (body) => readAt(body, 'data.is_submitted') === true,
      change: number((id) => id + 1),
    },
  ),
  'info.data.is-submitted': onInfo(
    'data.is_submitted',
    { title: 'says of every application that it is open', change: () => false },
    { variant: 'text', title: 'says as text whether an application is submitted', change: asText },
  ),
  'event.submit-form.payload': onSubmission(
    'extra.ekyc',
    onPassports({
      variant: 'no-ekyc',
      alsoBreaks: ['result.equals-webhook'],
      title: 'delivers passport submissions without extra.ekyc',
      change: gone,
    }),
  ),
  'error.envelope.status-code': on('error.status_code', {
    kind: 'notFoundError',
    title: 'says 400 in the body of a 404',
    change: () => 400,
  }),
});
