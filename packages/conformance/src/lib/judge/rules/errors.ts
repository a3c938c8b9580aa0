import { isObject, objectAt, type JsonObject } from '@idvkit/json';

import { headerOf, saysJson } from '../../observe/headers.ts';
import { quoted } from '../../observe/json.ts';
import type { Exchange } from '../../observe/observation.ts';
import { expectedAnswers } from '../expectation/expected-answers.ts';
import { isServiceCondition } from '../expectation/failures.ts';
import { fail, pass } from '../rule/judgement.ts';
import { defineRule, type RuleOf } from '../rule/rule.ts';

/** Statuses whose bodies the specification shows. @see Specification, "Errors" */
const SHOWN_STATUSES = new Set([400, 401, 403, 404, 422, 461]);

const needsError = 'A call that is refused: without a token, with a wrong one, or on an unknown slug.';

/** Returns an error answer of one of the five endpoints. HEAD has no body. */
function errorOf({ condition, response }: Exchange): Exchange['response'] {
  if (response === undefined || !SHOWN_STATUSES.has(response.status) || response.body.truncated) return undefined;
  return isServiceCondition(condition) && condition.method !== 'HEAD' ? response : undefined;
}

/** Checks for an error without the envelope. @see Specification, "Errors" */
function isException({ condition, response }: Exchange): boolean {
  const { endpoint } = condition;
  return (endpoint === 'submit' && response?.status === 422) || (endpoint === 'resend' && response?.status === 404);
}

/** Checks that a call may get this error. An error to a call that must succeed proves nothing. */
export function isDue({ condition, response }: Exchange): boolean {
  return expectedAnswers(condition)?.some(({ status }) => status === response?.status) ?? true;
}

export function errorBody(exchange: Exchange): JsonObject | undefined {
  const response = errorOf(exchange);
  return response === undefined || isException(exchange) ? undefined : (objectAt(response.body.json) ?? {});
}

export const errorContentType: RuleOf<'exchange'> = defineRule('error.content-type.json', {
  scope: 'exchange',
  needs: needsError,
  *judge(exchange) {
    const response = errorOf(exchange);
    if (response === undefined || response.body.size === 0) return;
    if (!saysJson(response.headers)) {
      yield fail(exchange, {
        message: 'The Content-Type of an error is not application/json',
        expected: 'application/json',
        actual: quoted(headerOf(response.headers, 'content-type')),
      });
    } else if (isObject(response.body.json) && isDue(exchange)) yield pass(exchange);
  },
});
