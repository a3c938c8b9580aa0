import { at, isObject, type JsonObject, objectAt } from '@idvkit/json';
import { DETAIL_401, DETAIL_403 } from '@idvkit/schema';
import type { RuleId } from '@idvkit/schema/rules';

import { saysJson } from '../../observe/headers.ts';
import { has, kindOf, quoted } from '../../observe/json.ts';
import type { Exchange } from '../../observe/observation.ts';
import { expectedAnswers } from '../expectation/expected-answers.ts';
import { isServiceCondition } from '../expectation/failures.ts';
import { fail, pass, type Judgement } from '../rule/judgement.ts';
import { defineRule, type Rule, type RuleOf } from '../rule/rule.ts';

/** Statuses whose bodies are shown. Those of 429 and 5xx are not. @see Specification, "Errors" */
const SHOWN_STATUSES = new Set([400, 401, 403, 404, 422, 461]);

const needsError = 'A call that is refused: without a token, with a wrong one, or on a slug that does not exist.';

/** An error answer with a body, of one of the five endpoints. HEAD has none. */
function errorOf({ condition, response, request }: Exchange): Exchange['response'] {
  if (response === undefined || !SHOWN_STATUSES.has(response.status) || response.body.truncated) return undefined;
  return isServiceCondition(condition) && request.method.toUpperCase() !== 'HEAD' ? response : undefined;
}

/** Whether an error comes in a body of its own instead of the envelope. @see Specification, "Errors" */
function isException({ condition, response }: Exchange): boolean {
  const { endpoint } = condition;
  return (endpoint === 'submit' && response?.status === 422) || (endpoint === 'resend' && response?.status === 404);
}

/** Whether an error is one that the call may get. One that comes to a call that has to succeed proves nothing. */
function isDue({ condition, response }: Exchange): boolean {
  return expectedAnswers(condition)?.some(({ status }) => status === response?.status) ?? true;
}

/** Defines a rule about the body of errors that come in the envelope. */
function errorRule(
  id: RuleId,
  options: {
    readonly needs?: string;
    /** Whether the rule is about an error of this status, with this body. */
    readonly about: (status: number, body: unknown, exchange: Exchange) => boolean;
    readonly defect: (body: unknown, status: number) => Omit<Parameters<typeof fail>[1], 'also'> | undefined;
  },
): RuleOf<'exchange'> {
  return defineRule(id, {
    scope: 'exchange',
    needs: options.needs ?? needsError,
    *judge(exchange): Generator<Judgement> {
      const response = errorOf(exchange);
      if (response === undefined || isException(exchange)) return;
      const { status, body } = response;
      if (!options.about(status, body.json, exchange)) return;
      const defect = options.defect(body.json, status);
      if (defect !== undefined) yield fail(exchange, defect);
      else if (isDue(exchange)) yield pass(exchange);
    },
  });
}

function errorIn(body: unknown): JsonObject | undefined {
  return objectAt(body, 'error');
}

const envelopeShape = errorRule('error.envelope.shape', {
  about: () => true,
  defect(body) {
    const error = errorIn(body);
    if (error === undefined) {
      return {
        message: 'An error comes without the `error` object',
        path: isObject(body) && has(body, 'error') ? ['error'] : [],
        expected: '{ error: { status_code, message, detail } }',
        actual: isObject(body) ? Object.keys(body).toSorted() : kindOf(body),
      };
    }
    if (!Number.isInteger(error['status_code'])) {
      return wrongField('status_code', 'integer', error['status_code']);
    }
    if (typeof error['message'] !== 'string') return wrongField('message', 'string', error['message']);
    if ((error['detail'] ?? null) === null) return wrongField('detail', 'string or object', error['detail']);
    return undefined;
  },
});

function wrongField(key: string, expected: string, actual: unknown): Omit<Parameters<typeof fail>[1], 'also'> {
  return {
    message: `\`error.${key}\` is not what the envelope says`,
    path: ['error', key],
    expected,
    actual: kindOf(actual),
  };
}

const statusCode = errorRule('error.envelope.status-code', {
  about: (_status, body) => Number.isInteger(at(body, 'error', 'status_code')),
  defect(body, status) {
    const code = at(body, 'error', 'status_code');
    if (code === status) return undefined;
    return {
      message: '`error.status_code` is not the HTTP status',
      path: ['error', 'status_code'],
      expected: status,
      actual: code,
    };
  },
});

const REASONS: Readonly<Record<number, string>> = { 401: 'Unauthorized', 403: 'Forbidden' };

const message = errorRule('error.envelope.message', {
  about: (_status, body) => typeof at(body, 'error', 'message') === 'string',
  defect(body, status) {
    const text = at(body, 'error', 'message');
    const reason = REASONS[status];
    if (reason === undefined ? text !== '' : text === reason) return undefined;
    return {
      message: '`error.message` is not the reason phrase',
      path: ['error', 'message'],
      expected: reason ?? 'a reason that is not empty',
      actual: quoted(text),
    };
  },
});

const detailIsString = errorRule('error.envelope.detail-string', {
  about: (status, body, { condition }) =>
    (at(body, 'error', 'detail') ?? null) !== null && !(condition.endpoint === 'create' && status === 422),
  defect(body) {
    const detail = at(body, 'error', 'detail');
    if (typeof detail === 'string') return undefined;
    return {
      message: '`error.detail` is not a string',
      path: ['error', 'detail'],
      expected: 'string',
      actual: kindOf(detail),
    };
  },
});

/** Defines the rule that every error of a status has one and the same detail. */
function fixedDetailRule(id: RuleId, fixedFor: number, text: string, needs: string): RuleOf<'exchange'> {
  return errorRule(id, {
    needs,
    about: (status, body) => status === fixedFor && typeof at(body, 'error', 'detail') === 'string',
    defect(body) {
      const detail = at(body, 'error', 'detail');
      if (detail === text) return undefined;
      return {
        message: `\`error.detail\` is not the fixed text of a ${fixedFor}`,
        path: ['error', 'detail'],
        expected: text,
        actual: quoted(detail),
      };
    },
  });
}

const contentType = defineRule('error.content-type.json', {
  scope: 'exchange',
  needs: needsError,
  *judge(exchange) {
    const response = errorOf(exchange);
    if (response === undefined || response.body.size === 0) return;
    if (!saysJson(response.headers)) {
      yield fail(exchange, {
        message: 'The Content-Type of an error is not application/json',
        expected: 'application/json',
        actual: quoted(response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]),
      });
    } else if (isObject(response.body.json) && isDue(exchange)) yield pass(exchange);
  },
});

/** Judges of the rules about bodies of errors. */
export const errorsRules: readonly Rule[] = [
  envelopeShape,
  statusCode,
  message,
  detailIsString,
  fixedDetailRule('error.401.detail', 401, DETAIL_401, 'A call with a wrong token.'),
  fixedDetailRule('error.403.detail', 403, DETAIL_403, 'A call without a token.'),
  contentType,
];
