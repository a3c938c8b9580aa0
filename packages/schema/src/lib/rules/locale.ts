import { defineRules } from './rule-entry.ts';

export const localeRules = defineRules({
  'locale.platform.accepted': {
    section: 'Endpoints',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'each of the 17 works on every endpoint',
  },
  'locale.outside-form-subset.accepted': {
    section: 'Endpoints',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'a platform locale the form does not list is accepted',
  },
  'locale.unknown.302': {
    section: 'Endpoints',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'answered with a redirect, on every endpoint and method',
  },
  'locale.unknown.location': {
    section: 'Endpoints',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'Location has the default locale as its first segment',
  },
  'locale.unknown.does-not-resolve': {
    section: 'Endpoints',
    level: 'must',
    binds: 'service',
    seenBy: 'sequence',
    title: 'following it gives no success',
  },
});
