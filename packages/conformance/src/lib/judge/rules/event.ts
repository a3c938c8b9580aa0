import { at, isObject, objectAt, stringAt } from '@idvkit/json';

import { has } from '../../observe/json.ts';
import type { Delivery } from '../../observe/observation.ts';
import { readDateTime } from '../rule/date-time.ts';
import { fail, pass, type Judgement } from '../rule/judgement.ts';
import { definePayloadRule, look } from '../rule/payload-rule.ts';
import type { Payload } from '../rule/payload.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { occasionRules } from './event-occasions.ts';
import { serviceClockAheadMs } from './service-clock.ts';

const needsDelivery = 'A delivery: a receiver, and an operator that submits an application.';
const needsLifecycle =
  'A lifecycle delivery: a receiver, and an operator that changes a status or lets an application expire.';

/** How far apart two measures of one clock may be: a Date header counts seconds, and calls take time. */
const SAME_CLOCK_MS = 5000;

/** The event of a delivery, where it is an object. */
function eventOf({ source, body }: Payload): ReturnType<typeof objectAt> {
  return source === 'delivery' ? objectAt(body, 'event') : undefined;
}

function isSubmission(payload: Payload): boolean {
  return eventOf(payload)?.['type'] === 'submit_form';
}

function isLifecycle(payload: Payload): boolean {
  const type = eventOf(payload)?.['type'];
  return type === 'update_status' || type === 'drop_off';
}

const bothArePresent = defineRule('event.present', {
  scope: 'delivery',
  needs: needsDelivery,
  *judge(delivery): Generator<Judgement> {
    const { body } = delivery.request;
    // Only a part of the body was kept, or the request is some stranger's: nothing can be told.
    if (body.truncated || (delivery.bearer !== 'match' && !isObject(body.json))) return;
    const missing = ['event', 'application'].find((member) => objectAt(body.json, member) === undefined);
    if (missing === undefined) yield pass(delivery);
    else {
      yield fail(delivery, {
        message: isObject(body.json) ? `A delivery has no object \`${missing}\`` : 'A delivery is no JSON object',
        path: isObject(body.json) ? [missing] : [],
        expected: 'object',
      });
    }
  },
});

const nounceIsString = definePayloadRule('event.nounce.string', {
  needs: needsDelivery,
  *inspect(payload) {
    const event = eventOf(payload);
    if (event === undefined) return;
    yield look(typeof event['nounce'] === 'string' && event['nounce'] !== '', {
      message: '`event.nounce` is no string, or an empty one',
      path: ['event', 'nounce'],
      expected: 'string, not empty',
      actual: event['nounce'],
    });
  },
});

const nounceIsUnique = defineRule('event.nounce.unique', {
  scope: 'run',
  needs: 'Two deliveries: a receiver, and an operator that submits an application.',
  *judge(observations): Generator<Judgement> {
    const deliveries = observations.flatMap((observation) => {
      const nounce =
        observation.kind === 'delivery' ? stringAt(observation.request.body.json, 'event', 'nounce') : undefined;
      return observation.kind === 'delivery' && nounce !== undefined && nounce !== ''
        ? [{ delivery: observation, nounce }]
        : [];
    });
    if (deliveries.length < 2) return;
    const firstByNounce = new Map<string, Delivery>();
    for (const { delivery, nounce } of deliveries) {
      const first = firstByNounce.get(nounce);
      firstByNounce.set(nounce, first ?? delivery);
      if (first === undefined) yield pass(delivery);
      else {
        yield fail(delivery, {
          message: 'Two deliveries carry the same `event.nounce`',
          path: ['event', 'nounce'],
          actual: nounce,
          also: [first],
        });
      }
    }
  },
});

const typeIsString = definePayloadRule('event.type.string', {
  needs: needsDelivery,
  *inspect(payload) {
    const event = eventOf(payload);
    if (event === undefined) return;
    yield look(typeof event['type'] === 'string', {
      message: '`event.type` is no string',
      path: ['event', 'type'],
      expected: 'string',
      actual: event['type'],
    });
  },
});

const submissionHasVersion = definePayloadRule('event.version.on-submit-form', {
  needs: 'A submit_form delivery: a receiver, and an operator that submits an application.',
  *inspect(payload) {
    if (!isSubmission(payload)) return;
    const version = eventOf(payload)?.['version'];
    yield look(Number.isInteger(version), {
      message: '`event.version` of a submission is no integer',
      path: ['event', 'version'],
      expected: 'integer',
      actual: version,
    });
  },
});

const lifecycleHasNoVersion = definePayloadRule('event.version.absent-on-lifecycle', {
  needs: needsLifecycle,
  *inspect(payload) {
    const version = eventOf(payload)?.['version'];
    if (!isLifecycle(payload) || version === null) return;
    yield look(version === undefined, {
      message: 'A lifecycle event carries a version',
      path: ['event', 'version'],
      expected: 'nothing',
      actual: version,
    });
  },
});

const createdAtIsDateTime = definePayloadRule('event.created-at', {
  needs: needsDelivery,
  *inspect(payload) {
    const event = eventOf(payload);
    if (event === undefined) return;
    yield look(readDateTime(event['created_at']) !== undefined, {
      message: '`event.created_at` is not a date-time',
      path: ['event', 'created_at'],
      expected: 'date-time',
      actual: event['created_at'],
    });
  },
});

const createdAtIsDeliveryTime = defineRule('event.created-at.is-delivery-time', {
  scope: 'run',
  needs: needsDelivery,
  *judge(run, { clockSkewSeconds }): Generator<Judgement> {
    const stamped = run.flatMap((delivery) => {
      if (delivery.kind !== 'delivery') return [];
      const createdAt = at(delivery.request.body.json, 'event', 'created_at');
      const read = readDateTime(createdAt);
      return read === undefined ? [] : [{ delivery, createdAt, aheadMs: read.at - delivery.at }];
    });
    const off = stamped.filter(({ aheadMs }) => Math.abs(aheadMs) > clockSkewSeconds * 1000);
    for (const each of stamped) if (!off.includes(each)) yield pass(each.delivery);
    const [first, ...others] = off;
    if (first === undefined) return;
    const clockMs = serviceClockAheadMs(run);
    const isClock = clockMs !== undefined && off.every(({ aheadMs }) => Math.abs(aheadMs - clockMs) <= SAME_CLOCK_MS);
    const path = ['event', 'created_at'];
    if (isClock && off.length === stamped.length) {
      const differs = `${Math.abs(Math.round(clockMs / 1000))} s ${clockMs > 0 ? 'ahead of' : 'behind'}`;
      yield fail(first.delivery, {
        message: `The clock of the service is ${differs} this machine in every delivery, as in the Date header of its answers: correct the clock that is wrong, or set receiver.clockSkewSeconds`,
        path,
        expected: `at most ${clockSkewSeconds} s apart`,
        actual: `${differs} this machine`,
        also: others.map(({ delivery }) => delivery),
      });
      return;
    }
    for (const { delivery, createdAt } of off) {
      yield fail(delivery, {
        message: `\`event.created_at\` is more than ${clockSkewSeconds} s away from when the delivery arrived`,
        path,
        expected: `about ${new Date(delivery.at).toISOString()}`,
        actual: createdAt,
      });
    }
  },
});

const submissionHasPayload = definePayloadRule('event.submit-form.payload', {
  needs: 'A submit_form delivery: a receiver, and an operator that submits an application.',
  *inspect(payload) {
    if (!isSubmission(payload)) return;
    const { body, flow } = payload;
    yield look(has(body, 'answers') && body['answers'] !== null, {
      message: 'A submission has no `answers`',
      path: ['answers'],
    });
    const extra = objectAt(body, 'extra');
    yield look(extra !== undefined, { message: 'A submission has no object `extra`', path: ['extra'] });
    if (extra === undefined || flow !== 'camera') return;
    yield look(objectAt(extra, 'ekyc') !== undefined, {
      message: 'A submission of a form with camera steps has no object `extra.ekyc`',
      path: ['extra', 'ekyc'],
    });
  },
});

const lifecycleHasNoAnswers = definePayloadRule('event.lifecycle.no-answers', {
  needs: needsLifecycle,
  *inspect(payload) {
    if (!isLifecycle(payload)) return;
    for (const member of ['answers', 'extra']) {
      const value = payload.body[member];
      if (value === null) continue;
      yield look(value === undefined, { message: `A lifecycle event carries \`${member}\``, path: [member] });
    }
  },
});

const submissionIsComplete = definePayloadRule('event.submit-form.complete', {
  needs: 'A submit_form delivery: a receiver, and an operator that submits an application.',
  *inspect(payload) {
    const status = at(payload.body, 'application', 'status');
    if (!isSubmission(payload) || (status !== 'complete' && status !== 'incomplete' && status !== 'expired')) return;
    yield look(status === 'complete', {
      message: 'The application of a submission does not read complete',
      path: ['application', 'status'],
      expected: 'complete',
      actual: status,
    });
  },
});

/** Judges of the rules about the webhook envelope and its events. */
export const eventRules: readonly Rule[] = [
  bothArePresent,
  nounceIsString,
  nounceIsUnique,
  typeIsString,
  submissionHasVersion,
  lifecycleHasNoVersion,
  createdAtIsDateTime,
  createdAtIsDeliveryTime,
  submissionHasPayload,
  lifecycleHasNoAnswers,
  submissionIsComplete,
  ...occasionRules,
];
