import { defineRules } from './rule-entry.ts';

export const conventionsRules = defineRules({
  'convention.timestamp.offset': {
    section: 'Conventions',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'Timestamps are ISO 8601 with the offset `+00:00`, `consent_date` apart',
  },
  'convention.omitted-not-null': {
    section: 'Conventions',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'A field that does not apply is left out; nothing but `submitted_at` is ever null',
  },
  'convention.ids.integer': {
    section: 'Conventions',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'Identifiers of applications, scans and tries are integers',
  },
  'convention.json': {
    section: 'Endpoints',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'Bodies are JSON and sent as `application/json`',
  },
});
