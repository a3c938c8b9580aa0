import { setImmediate } from 'node:timers/promises';

import { at, isObject, objectAt, stringAt } from '@idvkit/json';
import type { RuleId } from '@idvkit/schema/rules';

import { has } from '../../src/lib/observe/json.ts';
import { createdAt, hashOf, SECRET, type Decisions } from './test-receiver.ts';

/** A receiver with one fault, and what an audit has to find of it: that, and nothing else. */
export interface FaultyReceiver {
  readonly fault: string;
  readonly finds: readonly RuleId[];
  readonly decisions: Partial<Decisions>;
}

const LIFECYCLE = ['update_status', 'drop_off'];
const KNOWN_TYPES = ['submit_form', ...LIFECYCLE];
const KNOWN_FIELDS = ['event', 'application', 'answers', 'extra'];
const typeOf = (body: unknown): string => stringAt(body, 'event', 'type') ?? '';
const isLifecycle = (body: unknown): boolean => LIFECYCLE.includes(typeOf(body));
const slugOf = (body: unknown): string => stringAt(body, 'application', 'slug') ?? '';

/** Takes whatever comes with a bearer that `matches`. */
function bearer(matches: (secret: string) => boolean): Pick<Decisions, 'refuse'> {
  return { refuse: (header = '') => (header.startsWith('Bearer') && matches(header.slice(7)) ? undefined : 401) };
}

const once: readonly RuleId[] = ['receiver.duplicate.processed-once'];

/** Faults in how often a submission takes effect. */
export const dedupeFaults: readonly FaultyReceiver[] = [
  { fault: 'dedupes by nounce only', finds: once, decisions: { key: (body) => stringAt(body, 'event', 'nounce') } },
  { fault: 'dedupes by a hash of the body', finds: once, decisions: { key: (_, text) => hashOf(text) } },
  {
    fault: 'dedupes by a hash of the application',
    finds: once,
    decisions: { key: (body) => hashOf(JSON.stringify(at(body, 'application'))) },
  },
  { fault: 'dedupes by slug only, over all events', finds: once, decisions: { key: slugOf, remembers: 'every-event' } },
  {
    fault: 'dedupes by the moment of submission only',
    finds: once,
    decisions: { key: (body) => stringAt(body, 'application', 'submitted_at') },
  },
  {
    fault: 'dedupes by event.created_at',
    finds: once,
    decisions: { key: (body) => stringAt(body, 'event', 'created_at') },
  },
  { fault: 'does not dedupe', finds: once, decisions: { key: () => undefined } },
  { fault: 'races on concurrent pairs', finds: once, decisions: { races: true } },
  { fault: 'answers 409 to a duplicate', finds: ['receiver.duplicate.acknowledged'], decisions: { duplicate: 409 } },
  { fault: 'answers 500 to a duplicate', finds: ['receiver.duplicate.acknowledged'], decisions: { duplicate: 500 } },
];

/** Faults in comparing secrets. */
export const secretFaults: readonly FaultyReceiver[] = [
  {
    fault: 'takes what its secret begins with',
    finds: ['receiver.secret.exact'],
    decisions: bearer((secret) => secret !== '' && SECRET.startsWith(secret)),
  },
  {
    fault: 'takes what begins with its secret',
    finds: ['receiver.secret.exact'],
    decisions: bearer((secret) => secret.startsWith(SECRET)),
  },
  {
    fault: 'takes an empty secret',
    finds: ['receiver.secret.exact'],
    decisions: bearer((secret) => secret === '' || secret === SECRET),
  },
  {
    fault: 'compares secrets in lower case',
    finds: ['receiver.secret.exact'],
    decisions: bearer((secret) => secret.toLowerCase() === SECRET.toLowerCase()),
  },
  {
    fault: 'answers 403 in the place of 401',
    finds: ['receiver.secret-mismatch.401', 'receiver.secret-absent.401'],
    decisions: { refuse: (header) => (header === `Bearer ${SECRET}` ? undefined : 403) },
  },
  {
    fault: 'takes deliveries without Authorization',
    finds: ['receiver.secret-absent.401'],
    decisions: { refuse: (header) => (header === undefined || header === `Bearer ${SECRET}` ? undefined : 401) },
  },
  {
    fault: 'takes lifecycle events whatever their secret',
    finds: ['receiver.secret-mismatch.401', 'receiver.secret-absent.401'],
    decisions: { spares: (type = '') => LIFECYCLE.includes(type) },
  },
  {
    fault: 'takes drop_off events without Authorization',
    finds: ['receiver.secret-absent.401'],
    decisions: { spares: (type, authorization) => type === 'drop_off' && authorization === undefined },
  },
  {
    fault: 'takes unknown types whatever their secret',
    finds: ['receiver.secret-mismatch.401', 'receiver.secret-absent.401'],
    decisions: { spares: (type = '') => !KNOWN_TYPES.includes(type) },
  },
  {
    fault: 'compares the secrets of lifecycle events in lower case',
    finds: ['receiver.secret.exact'],
    decisions: {
      spares: (type = '', authorization = '') =>
        LIFECYCLE.includes(type) && authorization.toLowerCase() === `Bearer ${SECRET}`.toLowerCase(),
    },
  },
  {
    fault: 'takes any bearer',
    finds: ['receiver.secret-mismatch.401'],
    decisions: bearer(() => true),
  },
];

/** Faults in what a receiver puts up with. */
export const toleranceFaults: readonly FaultyReceiver[] = [
  {
    fault: 'answers 500 to unknown types',
    finds: ['receiver.unknown-type.ignored'],
    decisions: { look: (body) => (KNOWN_TYPES.includes(stringAt(body, 'event', 'type') ?? '') ? undefined : 500) },
  },
  {
    fault: 'answers 422 to unknown types about applications that it has not seen',
    finds: ['receiver.unknown-type.ignored'],
    decisions: {
      look: (body, seen) =>
        !KNOWN_TYPES.includes(typeOf(body)) && !seen.has(`slug:${slugOf(body)}`) ? 422 : undefined,
    },
  },
  {
    fault: 'fails on unknown types that have answers and no extra',
    finds: ['receiver.unknown-type.ignored'],
    decisions: {
      look: (body) =>
        !KNOWN_TYPES.includes(typeOf(body)) &&
        has(objectAt(body) ?? {}, 'answers') &&
        !has(objectAt(body) ?? {}, 'extra')
          ? 500
          : undefined,
    },
  },
  {
    fault: 'answers 409 to a status change of an application that expired',
    finds: ['receiver.lifecycle.accepted'],
    decisions: {
      look: (body) =>
        typeOf(body) === 'update_status' && at(body, 'application', 'status') === 'expired' ? 409 : undefined,
    },
  },
  {
    fault: 'refuses status changes with columns that it does not know',
    finds: ['receiver.custom-status.any-case'],
    decisions: {
      look: (body) =>
        typeOf(body) === 'update_status' && at(body, 'application', 'other_status', 'AML Screening') !== undefined
          ? 422
          : undefined,
    },
  },
  {
    fault: 'answers 400 where answers are missing',
    finds: ['receiver.lifecycle.accepted'],
    decisions: { look: (body) => (objectAt(body, 'answers') === undefined ? 400 : undefined) },
  },
  {
    fault: 'answers 400 where one answer is missing',
    finds: ['receiver.sparse.accepted'],
    decisions: {
      look: (body) =>
        at(body, 'event', 'type') === 'submit_form' && at(body, 'answers', 'date_of_birth') === undefined
          ? 400
          : undefined,
    },
  },
  {
    fault: 'fails where extra lacks the screening',
    finds: ['receiver.sparse.accepted'],
    decisions: {
      look: (body) =>
        objectAt(body, 'extra') !== undefined && at(body, 'extra', 'identity_aml') === undefined ? 500 : undefined,
    },
  },
  {
    fault: 'answers 422 to unknown fields',
    finds: ['receiver.unknown-fields.accepted'],
    decisions: {
      look: (body) =>
        isObject(body) && Object.keys(body).some((key) => !KNOWN_FIELDS.includes(key)) ? 422 : undefined,
    },
  },
  {
    fault: 'answers 422 to an unknown field of the application',
    finds: ['receiver.unknown-fields.accepted'],
    decisions: { look: (body) => (has(objectAt(body, 'application') ?? {}, 'added_later') ? 422 : undefined) },
  },
  {
    fault: 'compares statuses case-sensitively',
    finds: ['receiver.custom-status.any-case'],
    decisions: {
      look: (body) => {
        const status = stringAt(body, 'application', 'other_status', 'aml');
        return status === undefined || ['Pass', 'Fail', 'Need Review', '-'].includes(status) ? undefined : 422;
      },
    },
  },
  ...['Pass', 'pass', 'PASS', '-'].map((value): FaultyReceiver => ({
    fault: `refuses the status ${value}`,
    finds: ['receiver.custom-status.any-case'],
    decisions: {
      look: (body) => (stringAt(body, 'application', 'other_status', 'aml') === value ? 400 : undefined),
    },
  })),
  {
    fault: 'refuses statuses that are not in lower case',
    finds: ['receiver.custom-status.any-case'],
    decisions: {
      look: (body) => {
        const columns = Object.values(objectAt(body, 'application', 'other_status') ?? {}).map(String);
        return columns.some((column) => column !== column.toLowerCase()) ? 400 : undefined;
      },
    },
  },
  {
    fault: 'refuses an event about an application that it has not heard of',
    finds: ['receiver.out-of-order.accepted'],
    decisions: {
      look: (body, seen) =>
        at(body, 'event', 'type') === 'update_status' && !seen.has(`slug:${slugOf(body)}`) ? 409 : undefined,
    },
  },
  {
    fault: 'refuses lifecycle events whose submission it has not seen',
    finds: ['receiver.out-of-order.accepted'],
    decisions: { look: (body, seen) => (isLifecycle(body) && !seen.has(`slug:${slugOf(body)}`) ? 409 : undefined) },
  },
  {
    fault: 'refuses all but submissions of applications that it has not seen',
    finds: ['receiver.out-of-order.accepted'],
    decisions: {
      look: (body, seen) => (typeOf(body) !== 'submit_form' && !seen.has(`slug:${slugOf(body)}`) ? 409 : undefined),
    },
  },
  {
    fault: 'refuses drop_off events',
    finds: ['receiver.lifecycle.accepted'],
    decisions: { look: (body) => (typeOf(body) === 'drop_off' ? 422 : undefined) },
  },
  {
    fault: 'refuses an event that is older than the last',
    finds: ['receiver.out-of-order.accepted'],
    decisions: {
      look: (body, seen) => (createdAt(body) < (seen.get(`slug:${slugOf(body)}`) ?? 0) ? 409 : undefined),
    },
  },
];

/** Turns of the event loop in which what is sent together has arrived. */
const TURNS = 200;

/** Returns a receiver that still has a large body in memory when the next ones come together. */
function busyAfterLargeBodies(): FaultyReceiver {
  let isFull = false;
  let underWay = 0;
  return {
    fault: 'answers 429 to a burst after a large body',
    finds: ['receiver.survives'],
    decisions: {
      arrived: async (bytes) => {
        if (bytes > 1_000_000) [isFull, underWay] = [true, 0];
        underWay += 1;
        // The others of a burst arrive meanwhile.
        const turns = isFull ? TURNS : 0;
        for (let turn = 0; turn < turns; turn += 1) await setImmediate();
      },
      look: () => {
        const isBusy = isFull && underWay > 4;
        underWay -= 1;
        return isBusy ? 429 : undefined;
      },
    },
  };
}

/** Faults in what a receiver does with bodies. */
export const bodyFaults: readonly FaultyReceiver[] = [
  {
    fault: 'answers 413 from 1 MB on',
    finds: ['receiver.large-body.accepted'],
    decisions: { maxBytes: 1_000_000 },
  },
  busyAfterLargeBodies(),
  {
    fault: 'answers 413 from 100 kB on',
    finds: ['receiver.large-body.accepted'],
    decisions: { maxBytes: 102_400 },
  },
  {
    fault: 'answers 200 to a body that is not JSON',
    finds: ['receiver.refuses-malformed'],
    decisions: { notJson: 200 },
  },
  {
    fault: 'crashes on a body that is not JSON',
    finds: ['receiver.refuses-malformed', 'receiver.survives'],
    decisions: { notJson: 'crash' },
  },
  { fault: 'refuses everything', finds: ['receiver.accepts-2xx'], decisions: { look: () => 503 } },
  {
    fault: 'redirects',
    finds: ['receiver.accepts-2xx'],
    decisions: { instead: (_, response) => response.writeHead(307, { location: '/elsewhere' }).end().writableEnded },
  },
  {
    fault: 'drops connections',
    finds: ['receiver.accepts-2xx'],
    decisions: { instead: (request) => request.socket.destroy().destroyed },
  },
  {
    fault: 'sends headers without an end',
    finds: ['receiver.accepts-2xx'],
    decisions: {
      instead: (_, response) => {
        const header = `X-More: ${'x'.repeat(1000)}\r\n`;
        response.socket?.write(`HTTP/1.1 200 OK\r\n${header.repeat(100)}`);
        return true;
      },
    },
  },
];
