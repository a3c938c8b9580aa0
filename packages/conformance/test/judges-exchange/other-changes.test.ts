import { describe, expect, it } from 'vitest';

import { discover } from '../../src/lib/judge/discovery/discover.ts';
import { judgeAll } from '../../src/lib/judge/rule/judge-all.ts';
import type { RuleOutcome } from '../../src/lib/judge/rule/rule-outcome.ts';
import { occasionRules } from '../../src/lib/judge/rules/event-occasions.ts';
import type { Observation } from '../../src/lib/observe/observation.ts';
import { act, call, deliver, observe, START, submittedResult } from './build.ts';
import { context, outcome } from './judge.ts';

const SLUG = 's-1';
const at = (seconds: number): number => START + seconds * 1000;
function onChange(run: readonly Observation[]): RuleOutcome | undefined {
  return judgeAll(occasionRules, run, context).find(({ rule }) => rule.id === 'event.update-status.on-change');
}
const SUBMITTED = { application: 'submitted', slug: SLUG } as const;

describe('a change between a submission and what would show it', () => {
  const submitted = [
    observe(SLUG, { until: at(3600) }),
    call('submit', { slug: SLUG, flow: 'plain', body: 'valid-answers', status: 200 }),
  ];

  it('is no reason not to read the result, if it is one of a status', () => {
    const run = [
      ...submitted,
      deliver(SLUG, { at: at(1), type: 'update_status', id: 'changed' }),
      deliver(SLUG, { at: at(2), id: 'delivered' }),
      call('result', { ...SUBMITTED, at: at(3), answer: submittedResult(SLUG) }),
    ];

    expect(outcome('result.equals-webhook', run).verdict).toBe('passed');
    expect(outcome('submit.plain-flow.completes', run).verdict).toBe('passed');
  });

  it('is named if it may have ended the application', () => {
    const run = [
      ...submitted,
      deliver(SLUG, { at: at(1), id: 'delivered' }),
      act('expire', SLUG, at(2)),
      call('result', { ...SUBMITTED, at: at(3), answer: submittedResult(SLUG) }),
    ];

    expect(outcome('result.equals-webhook', run).reason).toContain('Another change came between');
    expect(outcome('submit.plain-flow.completes', run).reason).toContain('Another change came between');
  });
});

describe('delivery.5xx.retried', () => {
  const failing = (slug: string, retryAfter: number | undefined): readonly Observation[] => [
    observe(slug, { id: `${slug}-watch`, until: at(90) }),
    act('submit', slug, START, `${slug}-submit`),
    deliver(slug, { id: `${slug}-1`, at: at(1), status: 503 }),
    ...(retryAfter === undefined ? [] : [deliver(slug, { id: `${slug}-2`, at: at(1 + retryAfter) })]),
  ];

  it('says for how long it watched, and which setting makes it longer', () => {
    expect(outcome('delivery.5xx.retried', failing('a', undefined)).findings).toMatchObject([
      {
        message: 'Not delivered again after a 5xx: if retries come later, raise patienceSeconds',
        expected: 'another attempt in the 89 s watched',
      },
    ]);
  });

  it('fails beside a retry that came sooner than its watch lasted', () => {
    expect(outcome('delivery.5xx.retried', [...failing('a', undefined), ...failing('b', 70)]).failures).toBe(1);
  });

  it('is inconclusive if another retry came later than its watch lasted', () => {
    const { failures, passes } = outcome('delivery.5xx.retried', [...failing('a', undefined), ...failing('b', 95)]);

    expect({ failures, passes }).toEqual({ failures: 0, passes: 1 });
  });

  it('is corrected by a retry that arrives after the watch', () => {
    expect(outcome('delivery.5xx.retried', failing('a', 95))).toMatchObject({ verdict: 'passed', failures: 0 });
  });
});

describe('a resend to one of two receivers', () => {
  const run = [
    observe(SLUG, { until: at(3600), receivers: ['main', 'second'] }),
    act('submit', SLUG),
    deliver(SLUG, { id: 'main-1', at: at(1) }),
    deliver(SLUG, { id: 'second-1', at: at(1), receiver: 'second' }),
    call('resend', { ...SUBMITTED, at: at(120), status: 204 }),
    deliver(SLUG, { id: 'main-2', at: at(121) }),
  ];

  it('is discovered and not judged', () => {
    expect(outcome('delivery.every-receiver', run)).toMatchObject({ verdict: 'passed', failures: 0 });
    expect(outcome('resend.delivers', run)).toMatchObject({ verdict: 'passed', failures: 0 });
    expect(discover(run).filter(({ about }) => about === 'receivers of a resend')).toMatchObject([
      { seen: '1 of 2 receivers' },
    ]);
  });
});

describe('a change of status', () => {
  const changed = (events: readonly string[] | undefined, ...more: readonly Observation[]): readonly Observation[] => [
    observe(SLUG, { until: at(3600), ...(events && { events }) }),
    act('submit', SLUG),
    deliver(SLUG, { id: 'submitted', at: at(1) }),
    act('change-status', SLUG, at(60), 'change'),
    ...more,
  ];
  const ENABLED = ['submit_form', 'update_status'];
  const misspelt = deliver(SLUG, { id: 'misspelt', at: at(61), type: 'updateStatus' });

  it.each([
    ['warns', undefined, 'warned'],
    ['fails', ENABLED, 'failed'],
    ['is nothing', ['submit_form'], 'not-exercised'],
  ] as const)('%s without a delivery if the enabled events are %j', (_, events, verdict) => {
    expect(onChange(changed(events))?.verdict).toBe(verdict);
  });

  it('says in a warning what to configure', () => {
    expect(onChange(changed(undefined))?.findings[0]?.message).toBe(
      'A change of status brought no update_status delivery to a receiver: list update_status in receiver.events if it is enabled',
    );
  });

  it('passes with its delivery, whatever is configured', () => {
    const delivery = deliver(SLUG, { id: 'changed', at: at(61), type: 'update_status' });

    expect(onChange(changed(undefined, delivery))?.verdict).toBe('passed');
  });

  it('fails with a type that is almost the enabled one', () => {
    const seen = onChange(changed(ENABLED, misspelt));

    expect(seen?.verdict).toBe('failed');
    expect(seen?.findings[0]).toMatchObject({
      path: ['event', 'type'],
      expected: 'update_status',
      actual: 'updateStatus',
    });
  });

  it('is discovered with a hint if nothing is configured', () => {
    const [found] = discover(changed(undefined, misspelt)).filter(({ about }) => about === 'event types');

    expect(found?.seen).toBe(
      '"updateStatus", almost update_status: if it is meant, list update_status in receiver.events',
    );
  });
});
