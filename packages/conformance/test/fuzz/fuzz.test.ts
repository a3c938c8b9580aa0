import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { allFaults, cameraForm, createMock, DEFAULT_TOKEN } from '@idvkit/mock';
import { conformanceReport } from '@idvkit/schema/formats';
import { describe, expect, it, onTestFinished } from 'vitest';

import { sampleOf } from '../../../../tools/testing/sample.ts';
import { createReport, runConformance } from '../../src/index.ts';
import { folderWith } from '../cli/folder.ts';
import { main } from '../command-line.ts';

/** Faults of every part of the contract that random sequences reach, with the longest sequence that shows each. */
const FAULTS: readonly (readonly [fault: string, steps: number])[] = [
  ['create.status.201', 1],
  ['create.answers.unknown-key-accepted', 1],
  ['locale.unknown.302', 2],
  ['auth.invalid-token.401/on-result', 2],
  ['auth.get-on-post-only.403', 2],
  ['submit.camera-flow.422', 2],
  ['submit.again.403', 3],
  ['result.equals-webhook', 3],
  ['result.deleted.404', 3],
  ['resend.new-nounce', 4],
  ['delivery.4xx.not-retried', 2],
  ['delivery.5xx.at-most-three', 2],
];

describe('random sequences', () => {
  it.each(sampleOf(FAULTS, { every: 12 }))(
    'find %s without any scenario, by %i steps at most, and find it again',
    async (id, longest) => {
      const fault = allFaults.find((each) => each.id === id);
      const only = [fault?.rule ?? ''];
      const run = await runConformance({ faults: [id], only, seed: 7, fuzz: { runs: 1_000 } });

      const [finding] = run.fuzz?.findings ?? [];
      expect(finding).toMatchObject({ rule: fault?.rule });
      expect(finding?.steps.length, finding?.steps.join('\n')).toBeLessThanOrEqual(longest);
      expect(run.outcomes.map(({ verdict }) => verdict)).not.toContain('passed');

      const { seed = 0, path = '' } = finding ?? {};
      const again = await runConformance({ faults: [id], only, seed, fuzz: { runs: 1, path } });
      expect(again.fuzz?.findings[0]?.steps).toEqual(finding?.steps);
    },
  );

  it('say in the report what was done, by which calls, and how to do it again', async () => {
    const mock = createMock({ faults: ['submit.camera-flow.422'] });
    onTestFinished(() => mock.close());
    const { url } = await mock.listen({ port: 0 });
    const cwd = await folderWith();
    const io = createTestIo({ cwd, env: { IDV_API_TOKEN: DEFAULT_TOKEN }, columns: 200 });
    const argv = ['check', '--base-url', url, '--form-slug', cameraForm.slug, '--only', 'submit.camera-flow.422'];
    const code = await main([...argv, '--fuzz', '200', '--seed', '7', '--report', 'json=report.json'], io);

    expect(code).toBe(1);
    expect(io.stdoutText).toMatch(
      /✗ submit\.camera-flow\.422, fails after 2 steps:\n {4}1\. create on the camera form/,
    );
    const [, again = ''] = /again: idvkit (.*)/.exec(io.stdoutText) ?? [];
    const second = createTestIo({ cwd, env: { IDV_API_TOKEN: DEFAULT_TOKEN }, columns: 200 });
    expect(await main(again.split(' '), second), `${again}\n${io.stdoutText}\n${second.stdoutText}`).toBe(1);
    expect(second.stdoutText).toContain('✗ submit.camera-flow.422, fails after 2 steps:');
  });

  it('hold nothing personal and fit the format of reports', async () => {
    const run = await runConformance({
      faults: ['result.equals-webhook'],
      seed: 7,
      only: ['result.*'],
      fuzz: { runs: 25 },
    });
    const report = createReport(run);

    expect(conformanceReport.safeParse(report).success).toBe(true);
    expect(report.fuzz?.findings[0]?.curl.every((line) => line.startsWith('curl '))).toBe(true);
    for (const slug of run.created) expect(JSON.stringify(report)).not.toContain(slug);
  });

  it('keep to the budget of someone else’s service and do no harm to it', async () => {
    const mock = createMock();
    onTestFinished(() => mock.close());
    const { url } = await mock.listen({ port: 0 });
    const { fuzz, created, stopped, problem } = await runConformance({
      baseUrl: url,
      formSlug: cameraForm.slug,
      token: DEFAULT_TOKEN,
      portal: 'never',
      ledger: false,
      budget: { applications: 8 },
      ratePerSecond: 1_000,
      seed: 7,
      fuzz: { runs: 500 },
    });

    expect(problem).toBeUndefined();
    expect(created.length).toBeLessThanOrEqual(8);
    expect(stopped).toContain('budget');
    expect(fuzz?.findings).toEqual([]);
  });

  it('find nothing in a correct service, and count in the table and for --require', async () => {
    const io = createTestIo();
    const argv = ['check', '--fuzz', '40', '--seed', '7', '--require', 'resend.new-*'];
    const code = await main(argv, io);

    expect(code, io.stdoutText + io.stderrText).toBe(0);
    expect(io.stdoutText).toMatch(/Random sequences: 40 with \d+ steps, 0 rules failed/);
  });

  it('show nothing where none of them met the rule', async () => {
    const io = createTestIo();
    const argv = ['check', '--only', 'create.credit.461', '--fuzz', '1', '--seed', '7'];

    expect(await main(argv, io), io.stdoutText).toBe(3);
  });

  it('say that the budget ended the search for a shorter one', async () => {
    const mock = createMock({ faults: ['create.status.201'] });
    onTestFinished(() => mock.close());
    const { url } = await mock.listen({ port: 0 });
    const cwd = await folderWith();
    await writeFile(
      join(cwd, 'staging.json'),
      JSON.stringify({ baseUrl: url, formSlug: cameraForm.slug, ledger: false }),
    );
    const io = createTestIo({ cwd, env: { IDV_API_TOKEN: DEFAULT_TOKEN }, columns: 200 });
    const argv = ['check', '--config', 'staging.json', '--only', 'create.status.201', '--rate', '900'];
    await main([...argv, '--fuzz', '200', '--seed', '7', '--budget', 'applications=6'], io);

    expect(io.stdoutText).toContain('A shorter one may exist: the budget of applications is used up (--budget).');
    expect(io.stdoutText).toMatch(/again: idvkit check .* --config staging\.json --rate 900 --only/);
  });
});
