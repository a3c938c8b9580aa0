import { defineRules } from './rule-entry.ts';

export const submitRules = defineRules({
  'submit.camera-flow.422': {
    section: 'Submit an application',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'a flow with document scan or liveness always answers 422',
  },
  'submit.camera-flow.unchanged': {
    section: 'Submit an application',
    level: 'must',
    binds: 'service',
    seenBy: 'sequence',
    title: 'and the application stays incomplete, with no delivery',
  },
  'submit.422.flat-map': {
    section: 'Submit an application',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'question_key to non-empty array of strings, no `error` wrapper',
  },
  'submit.422.names-missing': {
    section: 'Submit an application',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'names the missing required fields (the camera captures included)',
  },
  'submit.plain-flow.200-empty': {
    section: 'Submit an application',
    level: 'must',
    binds: 'service',
    seenBy: 'operator',
    title: '200, empty body, on a flow with no camera step',
  },
  'submit.plain-flow.completes': {
    section: 'Submit an application',
    level: 'must',
    binds: 'service',
    seenBy: 'operator',
    title: 'complete, submitted_at set, one submit_form delivery',
  },
  'submit.again.403': {
    section: 'Submit an application',
    level: 'must',
    binds: 'service',
    seenBy: 'operator',
    title: 'already submitted',
  },
  'submit.again.unchanged': {
    section: 'Submit an application',
    level: 'must',
    binds: 'service',
    seenBy: 'operator',
    title: 'and nothing changes, nothing is delivered',
  },
  'submit.unknown.404': {
    section: 'Submit an application',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'unknown slug',
  },
  'submit.status.documented': {
    section: 'Submit an application',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: '200, 401, 403, 404, 422, 429, 500',
  },
});
