import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createMock, DEFAULT_TOKEN } from '@idvkit/mock';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const here = fileURLToPath(new URL('.', import.meta.url));
const commands = fileURLToPath(new URL('../../node_modules/.bin/', import.meta.url));

interface Workflow {
  readonly jobs: { readonly staging: { readonly steps: readonly { readonly uses?: string; readonly run?: string }[] } };
}

it('runs as a runner would, against a service that breaks the rule of the baseline', async () => {
  const workflow = parse(await readFile(join(here, 'conformance.yml'), 'utf8')) as Workflow; // Our own file.
  const { steps } = workflow.jobs.staging;
  expect(steps.flatMap(({ uses }) => uses ?? []).filter((uses) => !/@[\da-f]{40}$/.test(uses))).toEqual([]);

  const mock = createMock({ faults: ['auth.absent.403'] });
  const { url } = await mock.listen();
  const created = await fetch(`${url}/en/api/forms/kyc-camera/create/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${DEFAULT_TOKEN}` },
  });
  expect(created.status).toBe(201);
  const submitted = mock.portal.applications()[0]?.slug ?? '';
  mock.portal.submit(submitted);
  const folder = await mkdtemp(join(tmpdir(), 'idvkit-ci-example-'));
  await cp(here, folder, { recursive: true });
  const config = (await readFile(join(folder, 'idvkit.config.yaml'), 'utf8')).replace('https://staging.example', url);
  await writeFile(join(folder, 'idvkit.config.yaml'), config);
  // tools/packages/tarballs.test.ts installs the tarball.
  const runs = steps.flatMap(({ run }) => run ?? []);
  expect(runs[0]).toMatch(/^npm install .* \.\/idvkit-tarballs\/idvkit\.tgz$/);
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  const command = '#!/bin/sh\nexec idvkit "$@" --only "auth.*" --only "create.*"\n';
  await writeFile(join(folder, 'node_modules/.bin/idvkit'), command, { mode: 0o755 });

  const script = runs.slice(1).join('\n');
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    const env = {
      PATH: [commands, process.env['PATH']].join(delimiter),
      GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
      IDV_API_TOKEN: DEFAULT_TOKEN,
      SUBMITTED_SLUG: submitted,
    };
    execFile('bash', ['-eo', 'pipefail', '-c', script], { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });
  await mock.close();

  expect(code, output).toBe(0);
  expect(await readFile(join(folder, 'summary.md'), 'utf8')).toContain('auth.absent.403');
  await rm(folder, { recursive: true });
});
