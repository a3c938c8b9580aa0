import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { reservePort } from '../../../../tools/testing/reserve-port.ts';
import { createReport, runConformance, type ConformanceRun, type RunOptions } from '../../src/index.ts';
import { FEW } from '../due.ts';
import { startIndependentService, type IndependentService } from '../independent-service/start.ts';
import { configFor, operatorsOf } from '../independent-service/write-config.ts';

let service: IndependentService;
let config: RunOptions;

beforeEach(async () => {
  const port = await reservePort();
  const hook = { url: `http://127.0.0.1:${port}/`, secret: 'hush-hush' };
  service = await startIndependentService({ hooks: [hook] });
  const receiver = { listen: `127.0.0.1:${port}`, ...hook };
  config = { ...configFor(service, receiver), operator: operatorsOf(service), budget: FEW };
});

afterEach(() => service.close());

const idsWith = ({ outcomes }: ConformanceRun, verdict: string): readonly string[] =>
  outcomes.filter((outcome) => outcome.verdict === verdict).map(({ rule }) => rule.id);

/** Why the submissions did not run to their end. */
const skipReasons = ({ skipped }: ConformanceRun): readonly string[] =>
  skipped.filter(({ scenario }) => scenario.startsWith('submissions')).map(({ reason }) => reason);

describe('a run whose operator fails', () => {
  it('skips what a failed command was to arrange, and drives all else', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'idvkit-operator-'));
    // The first use fails, every other one works.
    const submit = `mkdir ${folder}/used 2>/dev/null && exit 7; curl -sSf -X POST ${service.adminUrl}/submit/{slug}`;
    const run = await runConformance({ ...config, operator: { ...config.operator, submit } });
    await rm(folder, { recursive: true });

    expect(idsWith(run, 'failed')).toEqual([]);
    const problem = `Cannot submit: \`operator.submit\` ended with code 7: ${submit} in ${process.cwd()}.`;
    expect(skipReasons(run)).toEqual([problem]);
    expect(idsWith(run, 'passed')).toEqual(
      expect.arrayContaining([
        'event.submit-form.on-submission',
        'event.update-status.on-change',
        'delivery.5xx.retried',
        'resend.delivers',
        'image.unreadable-after-exp',
        'create.credit.461',
      ]),
    );
    expect(createReport(run).exit).toMatchObject({
      code: 2,
      reasons: [expect.stringContaining('`operator.submit` ended with code 7: ')],
    });
  });

  it('says of a command that does nothing that it had no effect', async () => {
    const run = await runConformance({
      ...config,
      operator: { ...config.operator, submit: 'true {slug}' },
      patienceSeconds: 0.4,
    });
    const why = '`operator.submit` ended with code 0, but the application was still incomplete after 0.4 s.';

    expect(idsWith(run, 'failed')).toEqual([]);
    expect(skipReasons(run)).toEqual([why]);
    expect(run.problem).toMatchObject({ code: 'operator-unusable', message: why });
    // The form without camera steps is submitted over the interface.
    expect(idsWith(run, 'passed')).toEqual(
      expect.arrayContaining(['submit.plain-flow.completes', 'event.drop-off.on-expiry', 'resend.delivers']),
    );
    expect(run.observations.some((each) => each.kind === 'action' && each.action === 'submit')).toBe(false);
  });

  it('lets a failed rule decide, although an operator failed as well', async () => {
    await service.close();
    service = await startIndependentService({
      answer: ({ next }) => {
        const answer = next();
        return answer.status === 201 ? { ...answer, status: 200 } : answer;
      },
    });
    const { baseUrl } = service;
    const operator = { submit: 'false' };
    const { receiver: _, ...rest } = config;
    const run = await runConformance({ ...rest, baseUrl, operator, only: ['create.status.201', 'result.*'] });

    expect(run.problem?.code).toBe('operator-unusable');
    expect(createReport(run).exit.code).toBe(1);
  });
});
