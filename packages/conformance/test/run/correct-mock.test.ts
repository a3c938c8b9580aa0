import { matchesGlob } from '@idvkit/cli-kit';
import { describe, expect, it } from 'vitest';

import { sampleOf } from '../../../../tools/testing/sample.ts';
import { createReport, runConformance, type ConformanceRun, type RunProgress } from '../../src/index.ts';
import type { RunPlan } from '../../src/lib/drive/calls/plan-coverage.ts';
import { judgedEndpoints } from '../../src/lib/drive/plan/judged-endpoints.ts';
import { plannedCalls } from '../../src/lib/drive/scenarios/planned-calls.ts';
import { exchangesOf } from '../../src/lib/observe/observation.ts';
import { FEW, SMALL } from '../due.ts';

/** What no run against a mock on loopback can see, and why. */
const OUT_OF_REACH = {
  'delivery.https': 'A receiver that the service reaches over HTTPS (receiver.url).',
};

function notPassed({ outcomes }: ConformanceRun): Record<string, unknown> {
  return Object.fromEntries(
    outcomes
      .filter(({ verdict }) => verdict !== 'passed')
      .map(({ rule, reason, findings }) => [rule.id, findings.length > 0 ? findings : reason]),
  );
}

const whole = new Map<number, Promise<ConformanceRun>>();
/** Plans of the runs, by seed. */
const plans = new Map<number, RunPlan>();

/** Returns the run with a seed, which tests share. */
function wholeRun(seed: number): Promise<ConformanceRun> {
  const onProgress = (event: RunProgress): void => {
    if (event.kind === 'started' && event.plan !== undefined) plans.set(seed, event.plan);
  };
  const run = whole.get(seed) ?? runConformance({ seed, onProgress });
  whole.set(seed, run);
  return run;
}

describe('a run against the mock of its own', () => {
  it.each(sampleOf([1, 2, 3, 4, 5], { every: 5 }))('sees every rule kept, with seed %i', async (seed) => {
    const run = await wholeRun(seed);

    expect(notPassed(run)).toEqual(OUT_OF_REACH);
    expect({ complete: run.complete, stopped: run.stopped, skipped: run.skipped }).toEqual({
      complete: true,
      stopped: undefined,
      skipped: [],
    });
    expect(run.target.kind).toBe('embedded-mock');
    expect(run.seed).toBe(seed);
  });

  it('calls it under every pair of conditions, and sees every part of every rule', async () => {
    const run = await wholeRun(1);

    expect(createReport(run).plan?.pairs).toEqual({
      feasible: 1757,
      covered: 1756,
      leftOut: [{ reason: 'A form without camera steps in a workspace with too little credit.', tuples: 1 }],
    });
    const partly = run.outcomes.filter(({ verdict, reason }) => verdict === 'passed' && reason !== undefined);
    expect(partly.map(({ rule, reason }) => `${rule.id}: ${reason}`)).toEqual([]);
  });

  it('says before its first call what it will do, within a tenth', async () => {
    const run = await wholeRun(1);

    const { calls = NaN, applications = NaN } = plans.get(1)?.expected ?? {};
    const made = run.observations.filter(({ kind }) => kind === 'exchange').length;
    expect(Math.abs(calls - made) / made).toBeLessThan(0.1);
    expect(Math.abs(applications - run.created.length) / run.created.length).toBeLessThan(0.1);
    const { pairs, deliveries } = createReport(run).plan ?? {};
    expect(plans.get(1)?.calls).toEqual(pairs);
    expect(plans.get(1)?.deliveries).toEqual({ feasible: 732, covered: 732, leftOut: [] });
    expect(deliveries?.pairs).toEqual(plans.get(1)?.deliveries);
  });

  it('asks with a later `exp` for images that it read, and for others', async () => {
    const { observations } = await wholeRun(1);

    const images = exchangesOf(observations).filter(({ condition }) => condition.endpoint === 'image');
    const tokenOf = (url: string): string | null => new URL(url).searchParams.get('q');
    const read = new Set(
      images.flatMap(({ request, response }) => (response?.status === 200 ? [tokenOf(request.url)] : [])),
    );
    const urlsByToken = Map.groupBy(new Set(images.map(({ request }) => request.url)), tokenOf);
    const prolonged = [...urlsByToken].flatMap(([token, urls]) => (urls.length > 1 ? [token] : []));
    const readBefore = prolonged.filter((token) => read.has(token));
    // Others are gone by then.
    expect(readBefore.length).toBeGreaterThan(read.size * 0.8);
    expect(prolonged.length).toBeGreaterThan(readBefore.length + 10);
  });

  it('rests every pass on observations that there are', async () => {
    const { outcomes, observations } = await wholeRun(1);

    const ids = new Set(observations.map(({ id }) => id));
    expect(ids.size).toBe(observations.length);
    for (const { rule, verdict, evidence } of outcomes) {
      if (verdict !== 'passed') continue;
      expect(evidence.length, rule.id).toBeGreaterThan(0);
      expect(
        evidence.filter((id) => !ids.has(id)),
        rule.id,
      ).toEqual([]);
    }
  });

  it('lets no rule rest on a planned call that a run of this rule alone leaves out', async () => {
    const { outcomes, observations } = await wholeRun(1);

    const isPlanned = matchesGlob(plannedCalls.rules);
    // Where a redirect leads belongs to the call that was redirected, and the plan has no images.
    const planned = observations.flatMap((each) =>
      each.kind === 'exchange' &&
      each.scenario === plannedCalls.name &&
      each.condition.endpoint !== 'other' &&
      each.condition.endpoint !== 'image'
        ? [each]
        : [],
    );
    const needless = outcomes
      .filter(({ rule }) => isPlanned(rule.id))
      .map(({ rule, passing = new Set() }) => {
        const endpoints: ReadonlySet<string> = judgedEndpoints([rule]);
        const others = planned.filter(({ condition }) => !endpoints.has(condition.endpoint));
        return [rule.id, others.filter(({ id }) => passing.has(id)).length] as const;
      });
    expect(needless.filter(([, count]) => count > 0)).toEqual([]);
    expect(planned.length).toBeGreaterThan(1000);
  });

  it('judges mutants and misses none', async () => {
    const { selfCheck } = await wholeRun(1);

    expect(selfCheck.missed).toEqual([]);
    expect(selfCheck.judged).toBeGreaterThanOrEqual(15);
  });

  it('repeats its unknown slugs, tokens and forms with the same seed', async () => {
    const unknown = async (): Promise<unknown> => {
      const { observations } = await runConformance({
        seed: 10,
        only: ['result.unknown.404', 'create.form-unknown.404'],
        budget: SMALL,
      });
      return observations
        .filter((observation) => observation.kind === 'exchange')
        .filter(({ condition }) => condition.application === 'unknown-slug' || condition.flow === 'unknown-form')
        .map(({ request }) => new URL(request.url).pathname)
        .toSorted();
    };

    const first = await unknown();
    expect(first).toEqual(await unknown());
    expect(first).not.toEqual([]);
  });
});

describe('a run of chosen rules', () => {
  it('judges these alone, and drives only what they need', async () => {
    const run = await runConformance({
      seed: 1,
      only: ['create.form-unknown.404', 'result.*'],
      skip: ['result.size.*'],
      budget: FEW,
    });

    expect(run.outcomes.map(({ rule }) => rule.id)).toEqual(
      expect.arrayContaining(['create.form-unknown.404', 'result.unknown.404']),
    );
    expect(run.outcomes.filter(({ rule }) => !/^(create\.form-unknown|result)\./.test(rule.id))).toEqual([]);
    expect(run.outcomes.map(({ rule }) => rule.id)).not.toContain('result.size.few-kb');
    const driven = new Set(
      run.observations.map((observation) => (observation.kind === 'exchange' ? observation.scenario : '')),
    );
    expect(driven).not.toContain('create: credit');
    expect(run.stopped).toBeUndefined();
  });

  it('judges nothing where no rule is chosen', async () => {
    const run = await runConformance({ seed: 1, only: ['no.such.rule'] });

    expect(run.outcomes).toEqual([]);
  });
});
