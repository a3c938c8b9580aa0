import { defineRules, rulesOf } from './rule-entry.ts';

const { rule } = rulesOf('Status codes', { binds: 'client' });

export const clientRules = defineRules({
  'client.create.per-applicant': rule(
    'sequence',
    'Creates an application for each applicant, so that no `form_url` is opened by two people',
    { section: 'What the service does', level: 'should' },
  ),
  'client.answers.flat': rule('exchange', 'Sends answers as a flat map, never nested', {
    section: 'Create application',
  }),
  'client.retry.429-backoff': rule(
    'sequence',
    'Waits longer each time before it repeats a call that was answered with 429',
  ),
  'client.retry.5xx-at-most-three': rule('sequence', 'Repeats a call that was answered with 5xx at most three times'),
  'client.retry.never-4xx': rule('sequence', 'Does not repeat a call that was answered with 4xx'),
  'client.retry.no-loop-461': rule('sequence', 'Stops creating applications once a create was answered with 461'),
  'client.polling.for-recovery': rule(
    'sequence',
    'Waits for the webhook, and reads results for progress and recovery only',
    { section: 'What the service does', level: 'should' },
  ),
  'client.image.copied-in-time': rule('sequence', 'Fetches every image before its URL expires, and none after', {
    section: 'Signed image URL',
    level: 'should',
  }),
  'client.info.not-for-backends': rule(
    'sequence',
    'Reads results rather than the info, which is meant for the hosted form',
    { section: 'Get application info', level: 'should' },
  ),
  'client.lang.known': rule('exchange', 'Calls paths under a locale of the platform', { section: 'Endpoints' }),
  'client.token.not-in-url': rule('exchange', 'Sends the API token in the Authorization header only', {
    section: 'Authentication',
  }),
});
