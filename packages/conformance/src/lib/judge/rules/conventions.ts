import { isObject } from '@idvkit/json';

import { isServiceEndpoint } from '../../observe/condition.ts';
import { headerOf, saysJson } from '../../observe/headers.ts';
import { fail, inconclusive, pass } from '../rule/judgement.ts';
import { defineRule, type RuleOf } from '../rule/rule.ts';

export const bodiesAreJson: RuleOf<'exchange'> = defineRule('convention.json', {
  scope: 'exchange',
  needs: 'A call that returns 2xx and a body.',
  *judge(exchange) {
    const { condition, response } = exchange;
    if (response === undefined || !isServiceEndpoint(condition.endpoint) || condition.locale === 'unrecognised') return;
    // Errors have their own rule: error.content-type.json.
    if (response.status < 200 || response.status > 299 || response.body.size === 0) return;
    const { headers, body } = response;
    if (!saysJson(headers)) {
      yield fail(exchange, {
        message: 'A body is not sent as application/json',
        expected: 'application/json',
        actual: headerOf(headers, 'content-type') ?? 'no Content-Type',
      });
    } else if (body.json === undefined) {
      // A truncated body may still be JSON.
      if (!body.truncated) yield fail(exchange, { message: 'A body that is sent as application/json is not JSON' });
    } else if (isObject(body.json) && Object.keys(body.json).length === 0) {
      yield inconclusive('No call returned a body that holds anything.', exchange);
    } else yield pass(exchange);
  },
});
