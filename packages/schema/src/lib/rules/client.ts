import { defineRules, rulesOf } from './rule-entry.ts';

const { sequence } = rulesOf('Status codes', { supplies: [], binds: 'client' });
const overview = rulesOf('What the service does', { supplies: [], binds: 'client' });
const create = rulesOf('Create application', { supplies: [], binds: 'client' });
const images = rulesOf('Signed image URL', { supplies: [], binds: 'client' });
const info = rulesOf('Get application info', { supplies: [], binds: 'client' });
const endpoints = rulesOf('Endpoints', { supplies: [], binds: 'client' });
const authentication = rulesOf('Authentication', { supplies: [], binds: 'client' });

export const clientRules = defineRules({
  'client.create.per-applicant': overview.sequence(
    'Creates an application for each applicant, so that no `form_url` is opened by two people',
    { level: 'should' },
  ),
  'client.answers.flat': create.exchange('Sends answers as a flat map, never nested'),
  'client.retry.429-backoff': sequence('Waits longer each time before it repeats a call that returned 429'),
  'client.retry.5xx-at-most-three': sequence('Repeats a call that returned 5xx at most three times'),
  'client.retry.never-4xx': sequence('Does not repeat a call that returned 4xx'),
  'client.retry.no-loop-461': sequence('Stops creating applications once a create returned 461'),
  'client.polling.for-recovery': overview.sequence(
    'Waits for the webhook, and reads results for progress and recovery only',
    { level: 'should' },
  ),
  'client.image.copied-in-time': images.sequence('Fetches every image before its URL expires, and none after', {
    level: 'should',
  }),
  'client.info.not-for-backends': info.sequence(
    'Reads results rather than the info, which is meant for the hosted form',
    { level: 'should' },
  ),
  'client.lang.known': endpoints.exchange('Calls paths under a locale of the platform'),
  'client.token.bearer': authentication.exchange('Sends the API token as `Authorization: Bearer {api_token}`'),
  'client.token.not-in-url': authentication.exchange('Sends the API token in the Authorization header only'),
});
