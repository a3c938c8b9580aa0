import { defineRules } from './rule-entry.ts';

export const localeRules = defineRules({
  'locale.platform.accepted': {
    section: 'Endpoints',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'Each of the 17 locales of the platform works on every endpoint',
  },
  'locale.outside-form-subset.accepted': {
    section: 'Endpoints',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'A locale of the platform that the form does not offer is accepted',
  },
  'locale.unknown.302': {
    section: 'Endpoints',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'A path with an unrecognised locale is answered with a redirect, 302',
  },
  'locale.unknown.location': {
    section: 'Endpoints',
    level: 'must',
    binds: 'service',
    seenBy: 'exchange',
    title: 'The redirect of an unrecognised locale goes to a path under the default locale',
  },
  'locale.unknown.does-not-resolve': {
    section: 'Endpoints',
    level: 'must',
    binds: 'service',
    seenBy: 'sequence',
    title: 'The path that an unrecognised locale redirects to does not resolve',
  },
});
