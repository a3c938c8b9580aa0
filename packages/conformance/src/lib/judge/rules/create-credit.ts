import { objectAt } from '@idvkit/json';

import { quoted } from '../../observe/json.ts';
import { createdSlug } from '../../observe/timeline.ts';
import { fail, pass, inconclusive, passIf } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { isCreate } from './create-call.ts';
import { statusRule } from './status-rule.ts';

const needsNoCredit =
  'A create call in a workspace with too little credit (fixtures.noCreditToken, fixtures.noCreditFormSlug).';

const creditIsNotConsumed = defineRule('create.credit.not-consumed', {
  scope: 'run',
  needs: 'An operator that reads the credit of the workspace before and after a create.',
  *judge(run) {
    for (const check of run) {
      if (check.kind !== 'credit') continue;
      const creates = run
        .filter((observation) => observation.kind === 'exchange')
        .filter((exchange) => check.creates.includes(exchange.id) && createdSlug(exchange) !== undefined);
      const [create] = creates;
      if (create === undefined) yield inconclusive('No create succeeded between two readings of the credit.', check);
      else if (check.after < check.before) {
        yield fail(check, {
          message: 'Creating took credit',
          expected: check.before,
          actual: check.after,
          also: creates,
        });
      } else if (check.after === check.before) yield pass(check, create);
    }
  },
});

const creditEnvelope = defineRule('create.credit.461-envelope', {
  scope: 'exchange',
  needs: needsNoCredit,
  *judge(exchange) {
    const { response } = exchange;
    if (!isCreate(exchange) || response?.status !== 461 || response.body.truncated) return;
    const error = objectAt(response.body.json, 'error');
    yield passIf(
      error?.['status_code'] === 461 && typeof error['message'] === 'string' && typeof error['detail'] === 'string',
      exchange,
      {
        message: 'The 461 does not come in the error envelope with `status_code` 461',
        path: error === undefined ? [] : ['error'],
        expected: { error: { status_code: 461, message: 'string', detail: 'string' } },
        actual: quoted(error === undefined ? response.body.json : error['status_code']),
      },
    );
  },
});

export const creditRules: readonly Rule[] = [
  statusRule('create.credit.461', { needs: needsNoCredit }),
  creditEnvelope,
  creditIsNotConsumed,
];
