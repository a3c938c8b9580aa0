import { objectAt, stringAt } from '@idvkit/json';
import type { RuleId } from '@idvkit/schema/rules';

import type { BodyClass } from '../../observe/condition.ts';
import type { Exchange } from '../../observe/observation.ts';
import { hasShape, type Answer } from '../expectation/answer-shape.ts';
import { type ExpectedAnswer, expectedAnswers, mustSucceed } from '../expectation/expected-answers.ts';
import { fail, pass, passFor, inconclusive } from '../rule/judgement.ts';
import { defineRule, type Rule, type RuleOf } from '../rule/rule.ts';
import { isCreate } from './create-call.ts';
import { judgeableAnswer, unexpectedStatus } from './status-rule.ts';

const isCreatedWith201 = defineRule('create.status.201', {
  scope: 'exchange',
  needs: 'A create call that has to succeed.',
  *judge(exchange) {
    if (!isCreate(exchange) || !mustSucceed(exchange.condition)) return;
    const expected = expectedAnswers(exchange.condition) ?? [];
    const answer = judgeableAnswer(exchange);
    if (!('status' in answer)) yield answer;
    else if (answer.status === 201) {
      yield hasShape(answer, 'created')
        ? pass(exchange)
        : inconclusive('The 201 came without `detail.slug`.', exchange);
    } else if (expected.every(({ status }) => status !== answer.status) && isItsMatter(expected, answer)) {
      yield fail(exchange, unexpectedStatus(answer.status, expected));
    }
  },
});

/** Checks that a wrong status belongs to `create.status.201`, and not to a rule about bodies of this class. */
function isItsMatter(expected: readonly ExpectedAnswer[], { status }: Answer): boolean {
  return status < 300 || status >= 500 || expected.some(({ rule }) => rule === 'create.status.201');
}

function createsRule(
  id: RuleId,
  options: {
    readonly needs: string;
    readonly coverage?: readonly string[];
    /** Part of the coverage that a call shows; undefined if the rule is not about the call. */
    readonly part: (exchange: Exchange) => string | undefined;
  },
): RuleOf<'exchange'> {
  const { part, ...rest } = options;
  return defineRule(id, {
    scope: 'exchange',
    ...rest,
    *judge(exchange) {
      if (!isCreate(exchange) || !mustSucceed(exchange.condition)) return;
      const covers = part(exchange);
      if (covers === undefined) return;
      const answer = judgeableAnswer(exchange);
      if (!('status' in answer)) yield answer;
      else if (hasShape(answer, 'created') && answer.status < 300) yield passFor(covers, exchange);
      else if (answer.status >= 300 && answer.status < 500 && answer.status !== 461) {
        yield fail(exchange, {
          message: `Answers ${answer.status} where an application is to be created`,
          expected: 201,
          actual: answer.status,
        });
      }
    },
  });
}

const EMPTY_BODIES: Partial<Record<BodyClass, string>> = {
  absent: 'no body',
  empty: 'an empty body',
  'empty-object': '{}',
};

const emptyIsAccepted = createsRule('create.body.empty-accepted', {
  needs: 'Create calls with no body, with an empty one and with `{}`.',
  coverage: Object.values(EMPTY_BODIES),
  part: ({ condition }) => EMPTY_BODIES[condition.body],
});

const requiredIsDeferred = createsRule('create.required.deferred', {
  needs: 'A create call that leaves out required answers of the form.',
  part: (exchange) =>
    exchange.condition.body === 'missing-required' || asksForMore(exchange) ? 'missing answers' : undefined,
});

/** Checks if a create with answers in order was refused for answers that it does not give. */
function asksForMore({ condition, request, response }: Exchange): boolean {
  if (response?.status !== 422 || (condition.body !== 'undeclared-key' && condition.body !== 'valid-answers'))
    return false;
  const named = Object.keys(objectAt(response.body.json, 'error', 'detail') ?? {});
  const given = objectAt(request.body.json, 'answers') ?? {};
  return named.length > 0 && Object.keys(given).length > 0 && !named.some((key) => Object.hasOwn(given, key));
}

const unknownKeyIsAccepted = createsRule('create.answers.unknown-key-accepted', {
  needs: 'A create call with an answer that the form has no field for.',
  part: ({ condition }) => (condition.body === 'undeclared-key' ? 'undeclared key' : undefined),
});

const DOCUMENT_TYPES = ['front_card', 'passport'];

const documentTypeIsPrefilled = createsRule('create.answers.document-type-prefill', {
  needs: 'Create calls that prefill `ekyc_document_type`.',
  coverage: DOCUMENT_TYPES,
  part({ request }) {
    const type = stringAt(request.body.json, 'answers', 'ekyc_document_type');
    return DOCUMENT_TYPES.find((known) => known === type);
  },
});

export const creationRules: readonly Rule[] = [
  isCreatedWith201,
  emptyIsAccepted,
  requiredIsDeferred,
  unknownKeyIsAccepted,
  documentTypeIsPrefilled,
];
