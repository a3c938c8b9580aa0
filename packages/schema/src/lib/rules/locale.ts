import { defineRules, rulesOf } from './rule-entry.ts';

const { exchange, sequence } = rulesOf('Endpoints', { supplies: [] });

export const localeRules = defineRules({
  'locale.platform.accepted': exchange('Each of the 17 locales of the platform works on every endpoint'),
  'locale.outside-form-subset.accepted': exchange('A locale of the platform that the form does not offer is accepted'),
  'locale.unknown.302': exchange('A path with an unrecognised locale returns a redirect, 302'),
  'locale.unknown.location': exchange('The redirect of an unrecognised locale goes to a path under the default locale'),
  'locale.unknown.does-not-resolve': sequence('The path that an unrecognised locale redirects to does not resolve'),
});
