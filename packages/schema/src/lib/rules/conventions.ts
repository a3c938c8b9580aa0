import { defineRules } from './rule-entry.ts';

export const conventionsRules = defineRules({
  'convention.timestamp.offset': {
    section: 'Conventions',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'ISO 8601 with `+00:00` (consent_date.value excepted); fractional seconds are allowed',
  },
  'convention.omitted-not-null': {
    section: 'Conventions',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'nothing but submitted_at is null',
  },
  'convention.ids.integer': {
    section: 'Conventions',
    level: 'must',
    binds: 'service',
    seenBy: 'body',
    title: 'identifiers are integers',
  },
  'convention.json': {
    section: 'Conventions',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'bodies are application/json',
  },
});
