import { describe, expect, it, type TestContext } from 'vitest';

import { reservePort } from '../../../tools/reserve-port.ts';
import { createReport, runConformance, type ConformanceRun, type RunOptions } from '../src/index.ts';
import {
  CAMERA_FORM,
  EMPTY_TOKEN,
  PLAIN_FORM,
  REVOKED_TOKEN,
  startLenientService,
  TOKEN,
} from './lenient-service/start.ts';

/** Runs against the service, configured as a user would: which keys the plain form requires is not said. */
async function runAgainst(
  { onTestFinished }: TestContext,
  change: (config: RunOptions) => RunOptions = (config) => config,
): Promise<ConformanceRun> {
  const port = await reservePort();
  const receiver = { url: `http://127.0.0.1:${port}/in`, secret: 'first' };
  const second = { url: `http://127.0.0.1:${port}/copy`, secret: 'second' };
  const service = await startLenientService([receiver, second]);
  onTestFinished(() => service.close());
  const command = (what: string): string => `curl -sSf ${service.adminUrl}/${what}`;
  return runConformance(
    change({
      baseUrl: service.baseUrl,
      formSlug: CAMERA_FORM,
      token: TOKEN,
      receiver: { listen: `127.0.0.1:${port}`, ...receiver, second },
      fixtures: {
        plainFormSlug: PLAIN_FORM,
        plainAnswers: { note: 'Hello' },
        inputParameters: { customer: 'c-77' },
        badAnswers: { nid: '1', gender: 'none' },
        revokedToken: REVOKED_TOKEN,
        noCreditToken: EMPTY_TOKEN,
      },
      operator: {
        submit: command('submit/{slug}'),
        expire: command('expire/{slug}'),
        delete: command('delete/{slug}'),
        changeStatus: command('column/{slug}'),
        readCredit: command('credit'),
        pass: command('skip/{ms}'),
      },
      ratePerSecond: 1000,
      concurrency: 8,
      maxCreates: 200,
      ledger: false,
      seed: 3,
    }),
  );
}

const idsWith = ({ outcomes }: ConformanceRun, verdict: string): readonly string[] =>
  outcomes.filter((outcome) => outcome.verdict === verdict).map(({ rule }) => rule.id);

const complaints = ({ outcomes }: ConformanceRun): readonly unknown[] =>
  outcomes.filter(({ failures }) => failures > 0).map(({ rule, findings }) => [rule.id, findings[0]]);

describe('a run against a service whose plain form requires nothing', () => {
  it('has no failure, and drives every scenario', async (context) => {
    const run = await runAgainst(context);

    expect(complaints(run)).toEqual([]);
    expect({
      complete: run.complete,
      skipped: run.skipped,
      problem: run.problem,
      selfCheck: run.selfCheck.missed,
    }).toEqual({
      complete: true,
      skipped: [],
      problem: undefined,
      selfCheck: [],
    });
    expect(createReport(run).exit.code).toBe(0);
    // It asks for no consent by checkbox, and shows no screening that found nobody.
    expect(idsWith(run, 'not-exercised')).toEqual([
      'answers.consent-checkbox.boolean',
      'aml.entry.hits-empty-when-not-found',
      'delivery.https',
    ]);
  });

  it('finds what it should refuse where the required keys are known', async (context) => {
    const run = await runAgainst(context, ({ fixtures, ...config }) => ({
      ...config,
      fixtures: { ...fixtures, plainRequiredKeys: ['note'] },
      only: ['submit.*'],
    }));

    expect(idsWith(run, 'failed')).toEqual(['submit.422.names-missing']);
    expect(run).toMatchObject({ complete: true, skipped: [] });
  });

  it('continues with the empty submit where no answers are known', async (context) => {
    const run = await runAgainst(context, ({ fixtures, ...config }) => ({
      ...config,
      fixtures: { ...fixtures, plainAnswers: {} },
      only: ['submit.*'],
    }));

    expect([complaints(run), run.skipped]).toEqual([[], []]);
    expect(idsWith(run, 'passed')).toEqual(
      expect.arrayContaining(['submit.plain-flow.200-empty', 'submit.plain-flow.completes', 'submit.again.403']),
    );
  });
});
