import { changed, eventOf, extended, isRetried, onLetter, withBody } from '../changes.ts';
import type { ConditionalFault } from './conditional-fault.ts';

/** Faults of deliveries and of their retries. */
export const FAULTS_OF_DELIVERIES: readonly ConditionalFault[] = [
  {
    id: 'first-secret-for-second-receiver',
    slip: 'The worker of status changes reads the secret once per event.',
    condition: '`update_status` at the second receiver',
    breaks:
      'Every delivery carries `Authorization: Bearer {webhook_secret}`, the secret the client entered when adding the webhook',
    rule: 'delivery.bearer',
    shows: /^(second )?update_status .*, second$/,
    settings: () => {
      const headers = new Map<string, string>();
      return {
        letter: (letter, attempt) => {
          if (attempt.type !== 'update_status') return letter;
          const first = headers.get(eventOf(attempt)) ?? letter.headers['Authorization'] ?? '';
          headers.set(eventOf(attempt), first);
          return { ...letter, headers: { ...letter.headers, Authorization: first } };
        },
      };
    },
  },
  {
    id: 'second-skipped-after-4xx',
    slip: 'The loop over receivers ends at the first one that refuses.',
    condition: 'the receiver before answers 4xx',
    breaks: 'One flow can have several receivers.',
    rule: 'delivery.every-receiver',
    // A silent receiver only makes the second one wait.
    shows: /, first (404|429|silence), second ok, second$/,
    settings: () => {
      const refused = new Set<string>();
      return {
        oneAfterTheOther: true,
        again: (status, attempt) => {
          if (attempt.place === 0 && status >= 400 && status < 500) refused.add(eventOf(attempt));
          return isRetried(status, attempt);
        },
        letter: (letter, attempt) => (attempt.place > 0 && refused.has(eventOf(attempt)) ? undefined : letter),
      };
    },
  },
  {
    id: 'lifecycle-retry-with-version',
    slip: 'The worker of retries adds the version to every event.',
    condition: 'retry of a lifecycle event',
    breaks: '`version` (integer; present on `submit_form`, absent on lifecycle events)',
    rule: 'event.version.absent-on-lifecycle',
    shows: /^(second )?(update_status|drop_off) .*(first 50\d( once)?, second \w+, first|second 503, second)$/,
    settings: () =>
      onLetter(
        ({ type, retries }) => type !== 'submit_form' && retries > 0,
        (body) => extended(body, 'event', { version: 4 }),
      ),
  },
  {
    id: 'third-retry-old-nounce',
    slip: 'The worker makes two spare nounces for each delivery, and uses the last one again.',
    condition: 'third retry',
    breaks: 'a resend or retry after `5xx` carries a new one',
    rule: 'delivery.5xx.new-nounce',
    shows: /first 503, .*first$|second 503, second$/,
    settings: () => {
      const nounces = new Map<string, unknown>();
      return {
        letter: (letter, attempt) =>
          withBody(
            letter,
            changed(letter.body, 'event.nounce', (nounce) => {
              const key = `${eventOf(attempt)} ${attempt.place}`;
              if (attempt.retries < 3) nounces.set(key, nounce);
              return nounces.get(key) ?? nounce;
            }),
          ),
      };
    },
  },
  {
    id: 'second-change-silent',
    slip: 'Events of status changes are unique per application in the table of the queue.',
    condition: 'second status change of an application',
    breaks: '`update_status`: A status on the application changed',
    rule: 'event.update-status.on-change',
    shows: /^second update_status/,
    settings: () => ({
      letter: (letter, { type, application }) =>
        type === 'update_status' && application.changes > 1 ? undefined : letter,
    }),
  },
  {
    id: 'update-status-not-retried',
    slip: 'Status changes are sent by another worker, which has no retries.',
    condition: 'receiver answers 5xx to `update_status`',
    breaks: '`5xx`: Retried, up to three times.',
    rule: 'delivery.5xx.retried',
    shows: /^(second )?update_status .*(first 50\d( once)?, second \w+, first|second 503, second)$/,
    settings: () => ({ again: (status, attempt) => attempt.type !== 'update_status' && isRetried(status, attempt) }),
  },
  {
    id: 'busy-receiver-retried',
    slip: '429 counts as a failure of the moment.',
    condition: 'receiver answers 429',
    breaks: '`4xx` (including `401`): Not retried.',
    rule: 'delivery.4xx.not-retried',
    shows: /first 429, .*first$/,
    settings: () => ({
      again: (status, attempt) => isRetried(status, attempt) || (status === 429 && attempt.retries < 3),
    }),
  },
  {
    id: 'accepted-202-retried',
    slip: 'Only 200 and 204 count as a success.',
    condition: 'receiver answers 201 or 202',
    breaks: '`2xx` within 30 seconds: Delivery successful.',
    rule: 'delivery.2xx.done',
    shows: /first 202, .*first$/,
    settings: () => ({
      again: (status, attempt) =>
        isRetried(status, attempt) || ([201, 202, 205, 206].includes(status) && attempt.retries < 3),
    }),
  },
  {
    id: 'resend-fourth-retry',
    slip: 'The worker of resends counts its first attempt as a retry that is left.',
    condition: 'receiver answers 5xx to all attempts of a resend',
    breaks: '`5xx`: Retried, up to three times.',
    rule: 'delivery.5xx.at-most-three',
    shows: /^resend( 2| after a change)? .*(first 503, .*first|second 503, second)$/,
    settings: () => ({
      again: (status, attempt) => status >= 500 && attempt.retries < (attempt.resend > 0 ? 4 : 3),
    }),
  },
  {
    id: 'second-receiver-not-retried',
    slip: 'A delivery is done when one receiver has it, and retries look at the delivery.',
    condition: 'first receiver answers 2xx, second 5xx',
    breaks: '`5xx`: Retried, up to three times.',
    rule: 'delivery.5xx.retried',
    shows: /first ok, second 503, second$/,
    settings: () => {
      const done = new Set<string>();
      return {
        again: (status, attempt) => {
          if (attempt.place === 0 && status >= 200 && status < 300) done.add(eventOf(attempt));
          return isRetried(status, attempt);
        },
        letter: (letter, attempt) =>
          attempt.place > 0 && attempt.retries > 0 && done.has(eventOf(attempt)) ? undefined : letter,
      };
    },
  },
  {
    id: 'lifecycle-waits-10s',
    slip: 'The client of lifecycle events has the default time limit of its library.',
    condition: 'receiver is silent on a lifecycle event',
    breaks: 'Receiver response time: 30 seconds, Every webhook delivery.',
    rule: 'delivery.timeout.waits-30s',
    shows: /^(second )?(update_status|drop_off) .*first silence.*first$/,
    settings: () => ({ timeoutMs: ({ type }) => (type === 'submit_form' ? 30_000 : 10_000) }),
  },
  {
    id: 'retry-of-a-stored-body',
    slip: 'Retries send the body of the first attempt, with another nounce.',
    condition: 'retry',
    breaks: '`created_at` (date-time of this delivery)',
    rule: 'event.created-at.is-delivery-time',
    shows: /(first 50\d( once)?, second \w+, first|second 503, second)$/,
    settings: () => {
      const bodies = new Map<string, object>();
      return {
        letter: (letter, attempt) => {
          const key = `${eventOf(attempt)} ${attempt.place}`;
          // Every body has an event.
          const { event } = letter.body as { event: { nounce: string } };
          if (attempt.retries === 0) bodies.set(key, letter.body);
          return withBody(
            letter,
            changed(bodies.get(key), 'event.nounce', () => event.nounce),
          );
        },
      };
    },
  },
];
