import { at, objectAt } from '@idvkit/json';

import { kindOf } from '../../observe/json.ts';
import type { Exchange } from '../../observe/observation.ts';
import { isMessageList } from '../expectation/answer-shape.ts';
import { fail, pass, passIf } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { isCreate, needsBadAnswer } from './create-call.ts';
import { statusRule } from './status-rule.ts';

function formatErrorOf(exchange: Exchange): unknown {
  const { response, condition } = exchange;
  if (!isCreate(exchange) || response?.status !== 422 || condition.locale === 'unrecognised') return undefined;
  return at(response.body.json, 'error', 'detail');
}

const detailIsMap = defineRule('create.422.detail-map', {
  scope: 'exchange',
  needs: needsBadAnswer,
  *judge(exchange) {
    // A missing envelope is another rule's finding.
    const detail = formatErrorOf(exchange);
    if (detail === undefined) return;
    const messages = objectAt(detail);
    const wrong = Object.entries(messages ?? {}).filter(([, value]) => !isMessageList(value));
    if (messages === undefined || Object.keys(messages).length === 0) {
      yield fail(exchange, {
        message: '`error.detail` of a create 422 is not an object of question_key to messages',
        path: ['error', 'detail'],
        expected: 'object of question_key to array of strings',
        actual: messages === undefined ? kindOf(detail) : 'an empty object',
      });
    } else if (wrong.length === 0) yield pass(exchange);
    for (const [key, value] of wrong) {
      yield fail(exchange, {
        message: 'The messages about an answer are not an array of strings',
        path: ['error', 'detail', key],
        expected: 'array of strings',
        actual: kindOf(value),
      });
    }
  },
});

const namesBadKeys = defineRule('create.422.names-bad-key', {
  scope: 'exchange',
  needs: needsBadAnswer,
  *judge(exchange) {
    const { body, badKeys } = exchange.condition;
    const detail = objectAt(formatErrorOf(exchange));
    if (detail === undefined || body !== 'bad-format' || badKeys === undefined || badKeys.length === 0) return;
    const named = Object.keys(detail);
    const wrong = [...badKeys.filter((key) => !named.includes(key)), ...named.filter((key) => !badKeys.includes(key))];
    yield passIf(wrong.length === 0, exchange, {
      message: 'The 422 does not name just the answers that break their format',
      path: ['error', 'detail'],
      expected: badKeys.toSorted(),
      actual: named.toSorted(),
    });
  },
});

export const formatErrorRules: readonly Rule[] = [
  statusRule('create.answers.format-422', { needs: needsBadAnswer }),
  detailIsMap,
  namesBadKeys,
];
