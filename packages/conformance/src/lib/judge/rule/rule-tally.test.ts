import { describe, expect, it } from 'vitest';

import { action, delivery, exchange } from '../../../../test/judges-payload/observe.ts';
import { fail, inconclusive, pass, passFor } from './judgement.ts';
import { addTallies, byOrder, ownerOfJudgement, type RuleTally, tallyOf } from './rule-tally.ts';

describe('addTallies()', () => {
  it('puts what shards found in the order of the run, in whatever order they come', () => {
    const shard = (place: number): RuleTally => ({
      passes: place,
      failures: 1,
      covered: ['all', `part ${place}`],
      inconclusive: { order: [place, 0], value: `reason ${place}` },
      passing: [{ order: [place, 0], value: `x${place}` }],
      failing: [{ order: [place, 1], value: `y${place}` }],
      findings: [{ order: [place], value: { outcome: 'fail', observations: [`y${place}`], message: 'Wrong' } }],
    });
    const whole = addTallies([shard(2), shard(1), shard(3)]);

    expect(whole).toMatchObject({
      passes: 6,
      failures: 3,
      covered: ['all', 'part 2', 'part 1', 'part 3'],
      inconclusive: { value: 'reason 1' },
      passing: [{ value: 'x1' }, { value: 'x2' }, { value: 'x3' }],
      failing: [{ value: 'y1' }, { value: 'y2' }, { value: 'y3' }],
    });
    expect(whole.findings.map(({ order }) => order)).toEqual([[1], [2], [3]]);
  });
});

describe('tallyOf()', () => {
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const wrong = fail(c, { message: 'Wrong', also: [b] });
  const judgements = [
    { order: [0, 0], value: passFor('part', a, b) },
    { order: [1, 0], value: inconclusive('first', a) },
    { order: [1, 1], value: inconclusive('second', a) },
    { order: [2, 0], value: pass(b, a) },
    { order: [3, 0], value: wrong },
    { order: [4, 0], value: wrong },
  ];

  it('places each observation where it is first seen, and passes none that a finding has', () => {
    expect(tallyOf(judgements)).toEqual({
      tally: {
        passes: 2,
        failures: 2,
        covered: ['part'],
        inconclusive: { order: [1, 0], value: 'first' },
        passing: [{ order: [0, 0, 0], value: 'a' }],
        failing: [
          { order: [3, 0, 0], value: 'c' },
          { order: [3, 0, 1], value: 'b' },
        ],
        findings: [
          { order: [3, 0], value: wrong },
          { order: [4, 0], value: wrong },
        ],
      },
      passing: new Set(['a']),
      cited: [
        ['c', 'b'],
        ['c', 'b'],
      ],
    });
  });

  it('counts only what is its own, but lets all findings decide what passes', () => {
    const { tally, passing, cited } = tallyOf(judgements, {
      judgement: ({ outcome }) => outcome === 'pass',
      id: (id) => id === 'b',
    });

    expect(tally).toMatchObject({ passes: 2, failures: 0, passing: [], failing: [{ value: 'b' }], findings: [] });
    expect([passing, cited.length]).toEqual([new Set(['a']), 2]);
  });

  it('keeps the first of what it counts, as a sum of tallies does', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({
      order: [index, 0],
      value: index < 30 ? fail({ id: `x${index}` }, { message: 'Wrong' }) : pass({ id: `x${index}` }),
    }));
    const { tally, passing, cited } = tallyOf([...many, ...many]);

    expect([tally.passes, tally.failures, passing.size]).toEqual([20, 60, 10]);
    expect(tally.failing.map(({ value }) => value)).toEqual(cited.slice(0, 10).flat());
    expect([tally.findings.length, cited.length]).toEqual([25, 25]);
    const sum = addTallies([tally, tally, tally]);
    expect([sum.passing.length, sum.failing.length, sum.findings.length]).toEqual([10, 10, 25]);
  });
});

describe('ownerOfJudgement()', () => {
  const [sent, submitted, call, later] = [delivery({}), action('submit'), exchange(), exchange()];
  const byId = new Map([sent, submitted, call, later].map((observation) => [observation.id, observation]));

  it.each([
    ['a finding, the first call that it shows', fail(sent, { message: 'Wrong', also: [submitted, call, later] }), call],
    ['a finding without a call, its first observation', fail(sent, { message: 'Wrong', also: [submitted] }), sent],
    ['a pass, its first observation', pass(sent, call), sent],
    ['a judgement of something that was not seen, what was', pass({ id: 'gone' }, submitted, call), submitted],
    ['a judgement of nothing, nothing', inconclusive('It proves nothing.'), undefined],
  ])('is for %s', (_name, judgement, owner) => {
    expect(ownerOfJudgement(judgement, byId)).toBe(owner);
  });
});

describe('byOrder()', () => {
  it('compares number by number, and puts what is shorter first', () => {
    const inOrder = [[], [0], [0, 0], [0, 1], [1], [1, 0], [1, 0, 0], [2, 0], [10]].map((order) => ({ order }));

    expect(inOrder.toReversed().toSorted(byOrder)).toEqual(inOrder);
    expect(byOrder({ order: [1, 2] }, { order: [1, 2] })).toBe(0);
  });
});
