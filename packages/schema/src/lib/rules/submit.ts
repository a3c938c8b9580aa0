import { defineRules, rulesOf } from './rule-entry.ts';

const { exchange, operator } = rulesOf('Submit an application', { supplies: [] });
const states = rulesOf('States and transitions', { supplies: ['receiver'] });
const errors = rulesOf('Errors', { supplies: [] });
const codes = rulesOf('Status codes', { supplies: [] });

export const submitRules = defineRules({
  'submit.camera-flow.422': exchange('Submitting a flow with a document scan or liveness returns 422'),
  'submit.camera-flow.unchanged': states.sequence(
    'Submitting a flow with a document scan or liveness leaves the application incomplete and delivers nothing',
    { reach: 'delivered' },
  ),
  'submit.422.flat-map': errors.body(
    'A 422 on submit is a bare map of question keys to messages, without an envelope',
    { decidedBy: 'call' },
  ),
  'submit.422.names-missing': exchange(
    'A 422 on submit names the required questions that lack an answer, camera captures included',
  ),
  'submit.plain-flow.200-empty': operator('Submitting a flow without camera steps returns 200 and an empty body', {
    supplies: ['plain-form'],
    reach: 'submitted',
  }),
  'submit.plain-flow.completes': states.operator(
    'Submitting a flow without camera steps completes the application and delivers it once',
    { supplies: ['submitted-application', 'receiver', 'plain-form'], reach: 'delivered', decidedBy: 'whole-run' },
  ),
  'submit.again.403': operator('Submitting an application that is submitted already returns 403', {
    supplies: ['submitted-application'],
    reach: 'submitted',
  }),
  'submit.again.unchanged': states.operator(
    'Submitting an application that is submitted already changes nothing and delivers nothing',
    { supplies: ['submitted-application', 'receiver'], reach: 'submitted', decidedBy: 'whole-run' },
  ),
  'submit.unknown.404': codes.exchange('Submitting an unknown application returns 404', {
    identifiedBy: 'recording.unknownSlugs',
  }),
  'submit.status.documented': exchange('Submit calls return only the statuses that the specification lists for them'),
});
