import { defineRules, rulesOf } from './rule-entry.ts';

const { rule } = rulesOf('Submit an application');

export const submitRules = defineRules({
  'submit.camera-flow.422': rule('exchange', 'Submitting a flow with a document scan or liveness is answered with 422'),
  'submit.camera-flow.unchanged': rule(
    'sequence',
    'Submitting a flow with a document scan or liveness leaves the application incomplete and delivers nothing',
    { section: 'States and transitions' },
  ),
  'submit.422.flat-map': rule(
    'body',
    'A 422 on submit is a bare map of question keys to messages, without an envelope',
    { section: 'Errors' },
  ),
  'submit.422.names-missing': rule(
    'exchange',
    'A 422 on submit names the required questions that lack an answer, camera captures included',
  ),
  'submit.plain-flow.200-empty': rule(
    'operator',
    'Submitting a flow without camera steps is answered with 200 and an empty body',
  ),
  'submit.plain-flow.completes': rule(
    'operator',
    'Submitting a flow without camera steps completes the application and delivers it once',
    { section: 'States and transitions' },
  ),
  'submit.again.403': rule('operator', 'Submitting an application that is submitted already is answered with 403'),
  'submit.again.unchanged': rule(
    'operator',
    'Submitting an application that is submitted already changes nothing and delivers nothing',
    { section: 'States and transitions' },
  ),
  'submit.unknown.404': rule('exchange', 'Submitting an unknown application is answered with 404', {
    section: 'Status codes',
  }),
  'submit.status.documented': rule(
    'exchange',
    'Submit calls are answered with none but the statuses that the specification lists for them',
  ),
});
