import { at, isObject, type JsonObject, type JsonPath, objectAt } from '@idvkit/json';

import { differenceOf } from '../../observe/json-difference.ts';
import { has, kindOf } from '../../observe/json.ts';
import type { Delivery, Exchange, Observation } from '../../observe/observation.ts';
import { fail, pass } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { mayChange, resultOf, submissionOf, type Sight } from './application-reads.ts';
import { documentedRule } from './documented-rule.ts';
import { statusRule } from './status-rule.ts';

/** The body of a result call that was answered with 200; empty where it is no object. */
export function resultBody({ condition, response }: Exchange): JsonObject | undefined {
  if (condition.endpoint !== 'result' || condition.method !== 'GET' || response?.status !== 200) return undefined;
  if (response.body.truncated) return undefined;
  return objectAt(response.body.json) ?? {};
}

const MEMBERS = ['application', 'answers', 'extra'] as const;

const openIsEmpty = defineRule('result.open.empty', {
  scope: 'exchange',
  needs: 'A result call on an application that was not submitted.',
  *judge(exchange) {
    const body = exchange.condition.application === 'open' ? resultBody(exchange) : undefined;
    // One that says that it is complete is not before its submission, whatever made it so.
    if (body === undefined || at(body, 'application', 'status') === 'complete') return;
    const present = (['answers', 'extra'] as const).filter((member) => has(body, member));
    const filled = present.filter((member) => !isEmptyObject(body[member]));
    for (const member of filled) {
      const value = body[member];
      yield fail(exchange, {
        message: `\`${member}\` is not empty before the submission`,
        path: [member],
        expected: {},
        actual: isObject(value) ? Object.keys(value).toSorted() : kindOf(value),
      });
    }
    if (present.length === 2 && filled.length === 0) yield pass(exchange);
  },
});

function isEmptyObject(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

const equalsWebhook = defineRule('result.equals-webhook', {
  scope: 'timeline',
  needs: 'A submitted application: its result, and its `submit_form` at a receiver.',
  *judge({ observations }) {
    let delivered: Sight<Delivery> | undefined;
    let read: Sight<Exchange> | undefined;
    let isSubmitted = false;
    for (const observation of observations) {
      if (mayChange(observation)) {
        // From here on a delivery may be the retry of one that was made before the change.
        if (isSubmitted) return;
        [delivered, read] = [undefined, undefined];
      }
      isSubmitted ||= isSubmission(observation);
      const result = resultOf(observation);
      // A result read before the submission is another one.
      if (result && at(result.body, 'application', 'status') === 'complete') read = result;
      const submission = submissionOf(observation);
      // What a resend carries is held against the first delivery, by another rule.
      delivered ??= submission;
      if (!read || !delivered || (!result && !submission)) continue;
      const path = memberDifference(read, delivered);
      if (path === undefined) yield pass(read.observation, delivered.observation);
      else {
        yield fail(read.observation, {
          message: 'The result is not what the webhook carried',
          path,
          also: [delivered.observation],
        });
      }
    }
  },
});

/** Whether an observation submits an application, or shows that it was. */
function isSubmission(observation: Observation): boolean {
  if (observation.kind === 'action') return observation.action === 'submit';
  if (observation.kind === 'exchange') return observation.condition.endpoint === 'submit' && mayChange(observation);
  return submissionOf(observation) !== undefined;
}

/** Where two sights of an application differ; members that one of them lacks are the matter of other rules. */
function memberDifference(one: Sight, other: Sight): JsonPath | undefined {
  for (const member of MEMBERS) {
    if (!has(one.body, member) || !has(other.body, member)) continue;
    const path = differenceOf(one.body[member], other.body[member]);
    if (path) return [member, ...path];
  }
  return undefined;
}

const isReadOnly = defineRule('result.read-only', {
  scope: 'timeline',
  needs: 'Two result calls on one application, with nothing in between that may change it.',
  *judge({ observations }) {
    let before: Sight<Exchange> | undefined;
    for (const observation of observations) {
      const read = resultOf(observation);
      // Only reads may stand in between: whatever else happened may have changed something.
      const isRead = observation.kind === 'exchange' && observation.condition.method === 'GET';
      if (!isRead && observation.kind !== 'watch') before = undefined;
      if (!read) continue;
      if (before) {
        const path = differenceOf(before.body, read.body);
        if (path === undefined) yield pass(before.observation, read.observation);
        else {
          yield fail(read.observation, {
            message: 'Two reads in a row give different results',
            path,
            also: [before.observation],
          });
        }
      }
      before = read;
    }
  },
});

/** What "a few kB" leaves room for. @see Specification, "Limits" */
const FEW_KB_BYTES = 10_240;

const size = defineRule('result.size.few-kb', {
  scope: 'exchange',
  needs: 'The result of a submitted application for which screening found nothing.',
  *judge(exchange) {
    const sight = resultOf(exchange);
    if (sight === undefined || at(sight.body, 'application', 'status') !== 'complete') return;
    const size = exchange.response?.body.size ?? 0;
    if (hasHits(sight.body)) return;
    if (size <= FEW_KB_BYTES) yield pass(exchange);
    else {
      yield fail(exchange, {
        message: 'The result is larger than a few kB, though screening found nothing',
        expected: `at most ${FEW_KB_BYTES} bytes`,
        actual: size,
      });
    }
  },
});

/** Whether a screening run found something, or does not say. */
function hasHits(body: JsonObject): boolean {
  const providers = Object.values(objectAt(body, 'extra', 'identity_aml') ?? {});
  return providers.flat().some((run) => at(run, 'result', 'is_any_found') !== false);
}

/** Judges of the rules about reading a result. */
export const resultRules: readonly Rule[] = [
  statusRule('result.status.200', { needs: 'A result call on an application that exists.' }),
  openIsEmpty,
  equalsWebhook,
  isReadOnly,
  statusRule('result.unknown.404', { needs: 'A result call on a slug that does not exist.' }),
  statusRule('result.deleted.404', {
    needs: 'A deleted application (an operator that deletes, or fixtures.deletedSlug).',
  }),
  size,
  documentedRule('result.status.documented'),
];
