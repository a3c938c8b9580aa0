import { describe, expect, it } from 'vitest';

import type { ConformanceRun } from '../src/index.ts';
import { FEW } from './due.ts';
import type { Answer } from './independent-service/answering.ts';
import type { Letter } from './independent-service/delivery-settings.ts';
import { runAgainst } from './independent-service/run-against.ts';
import type { IndependentServiceOptions } from './independent-service/start.ts';

/** Rules that fail in a run of these alone. */
async function failedOf(rules: readonly string[], settings: IndependentServiceOptions): Promise<readonly string[]> {
  const run: ConformanceRun = await runAgainst(settings, (config) => ({
    ...config,
    only: rules,
    budget: { ...config.budget, ...FEW },
  }));
  return run.outcomes.flatMap(({ verdict, rule }) => (verdict === 'failed' ? [rule.id] : []));
}

const spoiled: readonly (readonly [rule: string, spoil: (answer: Answer, endpoint: string) => Answer])[] = [
  ['create.status.201', (answer) => (answer.status === 201 ? { ...answer, status: 200 } : answer)],
  ['auth.absent.403', (answer) => (answer.status === 403 ? { ...answer, status: 401 } : answer)],
  ['auth.invalid-token.401', (answer) => (answer.status === 401 ? { ...answer, status: 403 } : answer)],
  ['resend.status.204-empty', (answer) => (answer.status === 204 ? { ...answer, status: 202 } : answer)],
  ['locale.unknown.302', (answer) => (answer.status === 302 ? { status: 404, json: {} } : answer)],
  ['error.403.detail', (answer) => rewritten(answer, 'authorization will not help', 'no')],
  ['application.no.derived', (answer) => rewritten(answer, '"no":"COK00', '"no":"COK01')],
  ['other-status.ekyc.enum', (answer) => rewritten(answer, '"ekyc":"pass"', '"ekyc":"Pass"')],
  ['aml.run.result-flags', (answer) => rewritten(answer, 'is_any_in_pep', 'is_some_in_pep')],
  [
    'info.submitted.no-token-refused',
    (answer, endpoint) => (answer.status === 403 && endpoint === 'info' ? { status: 200, json: {} } : answer),
  ],
];

function rewritten(answer: Answer, from: string, to: string): Answer {
  if (answer.json === undefined) return answer;
  return { ...answer, json: JSON.parse(JSON.stringify(answer.json).replaceAll(from, to)) };
}

const spoiledDeliveries: readonly (readonly [rules: readonly string[], settings: IndependentServiceOptions])[] = [
  [['delivery.5xx.retried'], { again: () => false }],
  [['delivery.5xx.at-most-three'], { again: (status, { retries }) => status >= 500 && retries < 5 }],
  [
    ['delivery.2xx.done', 'delivery.4xx.not-retried', 'delivery.timeout.not-retried'],
    { again: (status, { retries }) => retries < (status >= 500 ? 3 : 1) },
  ],
  [
    ['event.update-status.on-change', 'event.drop-off.on-expiry'],
    { letter: (letter, { type }) => (type === 'submit_form' ? letter : undefined) },
  ],
  [
    ['event.nounce.unique', 'delivery.timeout.waits-30s'],
    { timeoutMs: 20_000, letter: (letter) => withEvent(letter, { nounce: 'one for all' }) },
  ],
];

function withEvent({ body, ...letter }: Letter, changes: object): Letter {
  // Every body has an event.
  const { event } = body as { event: object };
  return { ...letter, body: { ...body, event: { ...event, ...changes } } };
}

describe('a run against the independent service, spoiled', () => {
  it.each(spoiledDeliveries)('finds that %s is broken', async (rules, settings) => {
    expect(await failedOf(rules, settings)).toEqual(rules);
  });

  it.each(spoiled)('finds that %s is broken', async (rule, spoil) => {
    const spoiling: IndependentServiceOptions = { answer: ({ call, next }) => spoil(next(), call.endpoint) };
    expect(await failedOf([rule], spoiling)).toContain(rule);
  });
});
