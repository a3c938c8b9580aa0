import { defineRules } from './rule-entry.ts';

export const submitRules = defineRules({
  'submit.camera-flow.422': {
    section: 'Submit an application',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'Submitting a flow with a document scan or liveness is answered with 422',
  },
  'submit.camera-flow.unchanged': {
    section: 'States and transitions',
    level: 'must',
    binds: 'service',
    seenBy: 'sequence',
    title: 'Submitting a flow with a document scan or liveness leaves the application incomplete and delivers nothing',
  },
  'submit.422.flat-map': {
    section: 'Errors',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'A 422 on submit is a bare map of question keys to messages, without an envelope',
  },
  'submit.422.names-missing': {
    section: 'Submit an application',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'A 422 on submit names the required questions that lack an answer, camera captures included',
  },
  'submit.plain-flow.200-empty': {
    section: 'Submit an application',
    level: 'must',
    binds: 'service',
    seenBy: 'operator',
    title: 'Submitting a flow without camera steps is answered with 200 and an empty body',
  },
  'submit.plain-flow.completes': {
    section: 'States and transitions',
    level: 'must',
    binds: 'service',
    seenBy: 'operator',
    title: 'Submitting a flow without camera steps completes the application and delivers it once',
  },
  'submit.again.403': {
    section: 'Submit an application',
    level: 'must',
    binds: 'service',
    seenBy: 'operator',
    title: 'Submitting an application that is submitted already is answered with 403',
  },
  'submit.again.unchanged': {
    section: 'States and transitions',
    level: 'must',
    binds: 'service',
    seenBy: 'operator',
    title: 'Submitting an application that is submitted already changes nothing and delivers nothing',
  },
  'submit.unknown.404': {
    section: 'Status codes',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'Submitting an unknown application is answered with 404',
  },
  'submit.status.documented': {
    section: 'Submit an application',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'Submit calls are answered with none but the statuses that the specification lists for them',
  },
});
