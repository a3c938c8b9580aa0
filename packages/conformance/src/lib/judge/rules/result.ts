import { arrayAt, at, isObject, type JsonObject, objectAt, removeAt } from '@idvkit/json';

import { differenceOf } from '../../observe/json-difference.ts';
import { has, kindOf } from '../../observe/json.ts';
import type { Delivery, Exchange, Observation } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import { fail, inconclusive, type Judgement, pass, passIf } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import {
  type ApplicationSnapshot,
  mayChange,
  mayEnd,
  memberDifference,
  readBody,
  resultOf,
  submissionOf,
} from './application-reads.ts';
import { statusChangesOf } from './status-changes.ts';
import { documentedRule, statusRule } from './status-rule.ts';

const MEMBERS = ['application', 'answers', 'extra'] as const;

const openIsEmpty = defineRule('result.open.empty', {
  scope: 'exchange',
  needs: 'A result call on an application that was not submitted.',
  *judge(exchange) {
    const { application } = exchange.condition;
    const body = application === 'open' || application === 'expired' ? readBody(exchange, 'result') : undefined;
    // An application that reads complete was submitted, whatever did it.
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
  *judge(timeline, context) {
    yield* judgeSubmitted(timeline);
    for (const { event, before, after } of statusChangesOf(timeline, context)) {
      if (after === undefined) continue;
      const path = memberDifference(['application'], event.body, after.body);
      if (path === undefined) yield pass(after.observation, event.observation);
      // Another change may have followed, but it would not bring the old value back.
      else if (before !== undefined && differenceOf(at(before.body, ...path), at(after.body, ...path)) === undefined) {
        yield fail(after.observation, {
          message: 'The result still shows what a delivered `update_status` has changed',
          path,
          also: [event.observation, before.observation],
        });
      }
    }
  },
});

/** Compares every delivery of a submission with the results, until something may have changed it. */
function* judgeSubmitted({ observations }: Timeline): Generator<Judgement> {
  let delivered: ApplicationSnapshot<Delivery>[] = [];
  let read: ApplicationSnapshot<Exchange> | undefined;
  let isSubmitted = false;
  let isResent = false;
  // From a change of a status on, a delivery may be a retry from before it: only the columns may differ.
  let isColumnOpen = false;
  for (const observation of observations) {
    if (mayChange(observation)) {
      if (isSubmitted && mayEnd(observation)) {
        if (!read || delivered.length === 0) yield inconclusive(ANOTHER_CHANGE, observation);
        return;
      }
      isColumnOpen ||= isSubmitted;
      if (!isSubmitted) [delivered, read] = [[], undefined];
    }
    isSubmitted ||= isSubmission(observation);
    isResent ||= observation.kind === 'exchange' && observation.condition.endpoint === 'resend';
    const result = resultOf(observation);
    // A result from before the submission differs.
    if (result && at(result.body, 'application', 'status') === 'complete') read = result;
    // Another rule compares resends with the first delivery.
    const submission = isResent && delivered.length > 0 ? undefined : submissionOf(observation);
    if (submission) delivered.push(submission);
    if (!read || (!result && !submission)) continue;
    for (const each of submission ? [submission] : delivered) yield sameMembers(read, each, { isColumnOpen });
    if (result) delivered = delivered.slice(0, 1);
  }
}

function sameMembers(
  read: ApplicationSnapshot<Exchange>,
  delivered: ApplicationSnapshot<Delivery>,
  { isColumnOpen }: { readonly isColumnOpen: boolean },
): Judgement {
  const [one, other] = [read.body, delivered.body].map((body) =>
    isColumnOpen ? removeAt(body, 'application.other_status') : body,
  );
  // Missing members are other rules' findings.
  const members = MEMBERS.filter((member) => has(read.body, member) && has(delivered.body, member));
  const path = memberDifference(members, one, other);
  return passIf(path === undefined, read.observation, {
    message: 'The result is not what the webhook carried',
    path,
    also: [delivered.observation],
  });
}

function isSubmission(observation: Observation): boolean {
  if (observation.kind === 'action') return observation.action === 'submit';
  if (observation.kind === 'exchange') return observation.condition.endpoint === 'submit' && mayChange(observation);
  return submissionOf(observation) !== undefined;
}

const ANOTHER_CHANGE = 'Another change came between the submission and the result or delivery that would show it.';

const isReadOnly = defineRule('result.read-only', {
  scope: 'timeline',
  needs: 'Two result calls on one application, with nothing in between that may change it.',
  *judge({ observations }) {
    let before: ApplicationSnapshot<Exchange> | undefined;
    for (const observation of observations) {
      const read = resultOf(observation);
      // Anything but a read may have changed something.
      const isRead = observation.kind === 'exchange' && observation.condition.method === 'GET';
      if (!isRead && observation.kind !== 'watch') before = undefined;
      if (!read) continue;
      if (before) {
        const path = differenceOf(before.body, read.body);
        yield passIf(path === undefined, read.observation, {
          message: 'Two reads in a row give different results',
          path,
          also: [before.observation],
        });
      }
      before = read;
    }
  },
});

/** Our reading of "a few kB", and the size of a screening entry without hits. @see Specification, "Limits" */
const FEW_KB_BYTES = 10_240;
const ENTRY_BYTES = 2048;

const size = defineRule('result.size.few-kb', {
  scope: 'exchange',
  needs: 'The result of a submitted application for which screening found nothing.',
  *judge(exchange) {
    const snapshot = resultOf(exchange);
    if (snapshot === undefined || at(snapshot.body, 'application', 'status') !== 'complete') return;
    const size = exchange.response?.body.size ?? 0;
    if (hasHits(snapshot.body)) return;
    const allowed = FEW_KB_BYTES + ENTRY_BYTES * entryCount(snapshot.body);
    yield passIf(size <= allowed, exchange, {
      message: 'The result is larger than a few kB, though screening found nothing',
      expected: `at most ${allowed} bytes`,
      actual: size,
    });
  },
});

/** Counts the screening entries of all runs of all providers. */
function entryCount(body: JsonObject): number {
  const providers = Object.entries(objectAt(body, 'extra', 'identity_aml') ?? {});
  return providers
    .flatMap(([provider, runs]) => [runs].flat().map((run) => arrayAt(run, 'output', provider)?.length ?? 0))
    .reduce((sum, count) => sum + count, 0);
}

/** Checks if a screening run found something, or does not say. */
function hasHits(body: JsonObject): boolean {
  const providers = Object.values(objectAt(body, 'extra', 'identity_aml') ?? {});
  return providers.flat().some((run) => at(run, 'result', 'is_any_found') !== false);
}

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
