import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { cameraForm, createMock, DEFAULT_TOKEN, type Mock } from '@idvkit/mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { sampleOf } from '../testing/sample.ts';
import { blocksOf } from './documented-blocks.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly uses?: string;
      readonly run?: string;
      readonly env?: Readonly<Record<string, string>>;
    }[];
  };
}

const action = parse(readFileSync(join(root, 'actions/conformance/action.yml'), 'utf8')) as Action;
const documented = blocksOf(readFileSync(join(root, 'docs/guides/ci.md'), 'utf8'))
  .filter(({ language }) => language === 'yaml')
  .map(({ code }) => parse(code) as Record<string, never>);

let folder: string;
let tarballs: string;
let mock: Mock;
let baseUrl: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'idvkit-ci-'));
  // Stands in for npm, as tools/packages/tarballs.test.ts installs the tarball: links this workspace's own command.
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const command = join(root, 'node_modules/.bin/idvkit');
  const npm = `#!/usr/bin/env bash
[[ "$1" == install && " $* " == *' --ignore-scripts '* && "\${@: -1}" == */idvkit.tgz ]] || exit 64
echo "\${@: -1}, token '$IDV_API_TOKEN', secret '$IDV_WEBHOOK_SECRET'" > installed
[ "$2" = --prefix ] && prefix="$3" || prefix=.
mkdir -p "$prefix/node_modules/.bin" && ln -sf "${command}" "$prefix/node_modules/.bin/idvkit"\n`;
  writeFileSync(join(bin, 'npm'), npm, { mode: 0o755 });
  tarballs = newFolder('idvkit-tarballs');
  copyFileSync(join(root, 'actions/conformance/action.yml'), join(tarballs, 'action.yml'));
  writeFileSync(join(tarballs, 'idvkit.tgz'), '');
  mock = createMock();
  baseUrl = (await mock.listen({ port: 0 })).url;
});

afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
});

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a job's script as a runner would, in a folder of its own. */
function runScript(script: string, cwd: string, variables: Readonly<Record<string, string>>): Promise<Ran> {
  const path = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
  const { NODE_COMPILE_CACHE } = process.env;
  const NODE_OPTIONS = `--import=${new URL('../testing/fixed-seed.mjs', import.meta.url).href}`;
  const env = {
    PATH: path,
    HOME: folder,
    NODE_COMPILE_CACHE,
    NODE_OPTIONS,
    IDV_API_TOKEN: DEFAULT_TOKEN,
    ...variables,
  };
  return new Promise((resolve) => {
    execFile('bash', ['-eo', 'pipefail', '-c', script], { cwd, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

function newFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

describe('the GitHub action', () => {
  const steps = action.runs.steps.filter(({ run }) => run !== undefined);
  type Step = Action['runs']['steps'][number];

  /** The variables of a step, with its expressions put in. */
  function variablesOf({ env = {} }: Step, inputs: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(env).map(([name, expression]) => {
        if (expression === '') return [name, expression];
        const [, input = ''] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression) ?? [];
        return [name, inputs[input] ?? action.inputs[input]?.default ?? `no input ${expression}`];
      }),
    );
  }

  async function runAction(
    name: string,
    inputs: Readonly<Record<string, string>>,
    { actionPath = tarballs }: { readonly actionPath?: string } = {},
  ): Promise<Ran & { cwd: string }> {
    const cwd = newFolder(name);
    const runner = {
      GITHUB_ACTION_PATH: actionPath,
      GITHUB_OUTPUT: join(cwd, 'output'),
      GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'),
      RUNNER_TEMP: cwd,
    };
    let ran: Ran = { code: 64, stdout: '', stderr: '' };
    for (const step of steps) {
      ran = await runScript(step.run ?? 'exit 64', cwd, { ...runner, ...variablesOf(step, inputs) });
      if (ran.code !== 0) break;
    }
    return { ...ran, cwd };
  }

  it('judges the rules that are asked for and writes each report', async () => {
    const inputs = {
      'base-url': baseUrl,
      'form-slug': cameraForm.slug,
      only: 'create.info.*\n  create.body.*\n',
      require: 'create.info.absolute',
    };
    const { code, cwd, stderr } = await runAction('kept', inputs);

    expect(code, stderr).toBe(0);
    expect(readFileSync(join(cwd, 'output'), 'utf8')).toBe('exit-code=0\n');
    const report = JSON.parse(readFileSync(join(cwd, 'idvkit-report/report.json'), 'utf8')) as {
      rules: { id: string; verdict: string }[];
    };
    expect(new Set(report.rules.map(({ id }) => id.replace(/^(create\.\w+)\..*/, '$1')))).toEqual(
      new Set(['create.info', 'create.body']),
    );
    expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toContain('| Create application |');
    for (const file of ['report.html', 'junit.xml']) {
      expect(readFileSync(join(cwd, 'idvkit-report', file), 'utf8').length).toBeGreaterThan(500);
    }
  });

  it('fails the job where a rule is broken, and annotates it', async () => {
    const faulty = createMock({ faults: ['create.info.absolute'] });
    const { url } = await faulty.listen({ port: 0 });
    try {
      const inputs = { 'base-url': url, 'form-slug': cameraForm.slug, only: 'create.info.absolute' };
      const { code, cwd, stdout } = await runAction('broken', inputs);

      expect(code).toBe(1);
      expect(readFileSync(join(cwd, 'output'), 'utf8')).toBe('exit-code=1\n');
      expect(stdout).toMatch(/^::error .*create\.info\.absolute/m);
      // Nothing that is printed is taken for a command but the annotations, which come last.
      const [, stop = ''] = /^::stop-commands::(idvkit-[\da-f-]{36})\n/.exec(stdout) ?? [];
      const [report = '', annotations = ''] = stdout.split(`::${stop}::\n`);
      expect(report).toContain('1 rule');
      expect(report).not.toContain('::error');
      expect(annotations).toMatch(/^(?:::error [^\n]+\n)+$/);
    } finally {
      await faulty.close();
    }
  });

  it('installs the tarball next to it, without a secret', async () => {
    const inputs = { 'base-url': baseUrl, 'form-slug': cameraForm.slug, only: 'create.info.absolute' };
    const { code, cwd } = await runAction('own-tarball', inputs);

    expect([code, readFileSync(join(cwd, 'installed'), 'utf8')]).toEqual([
      0,
      `${join(tarballs, 'idvkit.tgz')}, token '', secret ''\n`,
    ]);
  });

  it('says what to do if there is no tarball next to it', async () => {
    const { code, stdout } = await runAction('no-tarball', {}, { actionPath: join(root, 'actions/conformance') });

    expect([code, stdout]).toEqual([2, expect.stringMatching(/^::error::Cannot install idvkit: .*pnpm run pack/)]);
  });

  it('takes the token as an input', async () => {
    const inputs = { 'base-url': baseUrl, 'form-slug': cameraForm.slug, only: 'create.info.absolute' };
    expect((await runAction('wrong-token', { ...inputs, 'api-token': 'wrong' })).code).toBe(2);
    expect((await runAction('right-token', { ...inputs, 'api-token': DEFAULT_TOKEN })).code).toBe(0);
  });

  it('uses other actions at a commit, which nobody can move', () => {
    const used = action.runs.steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(used).toEqual([expect.stringMatching(/^actions\/setup-node@[\da-f]{40}$/)]);
  });

  const settings: readonly (readonly [wanted: string, code: number])[] = [
    ['true', 1],
    ['True', 1],
    ['TRUE', 1],
    ['false', 0],
    ['False', 0],
    ['', 0],
    ['yes', 2],
  ];

  it.each(sampleOf(settings, { every: 3 }))(
    'fails on a warning where that is wanted, and says where it cannot tell: %j',
    async (wanted, code) => {
      const faulty = createMock({ faults: ['aml.run.aggregate-any'] });
      const { url } = await faulty.listen({ port: 0 });
      try {
        const inputs = {
          'base-url': url,
          'form-slug': cameraForm.slug,
          only: 'aml.run.aggregate-any',
          'fail-on-warning': wanted,
        };
        const ran = await runAction(`warning-${wanted}`, inputs);

        expect([ran.code, readFileSync(join(ran.cwd, 'output'), 'utf8')]).toEqual([code, `exit-code=${code}\n`]);
        expect(ran.stdout.includes('::error::Cannot use fail-on-warning')).toBe(code === 2);
      } finally {
        await faulty.close();
      }
    },
  );

  it('gives the path of the reports from the workspace, which the documented steps use', () => {
    expect(action.outputs['report-directory']?.value).toBe(
      '${{ inputs.working-directory }}/${{ inputs.report-directory }}',
    );
    const text = readFileSync(join(root, 'docs/guides/ci.md'), 'utf8');
    expect(text.match(/path: .*/g)).toEqual(['path: ${{ steps.conformance.outputs.report-directory }}']);
  });

  it('takes an input for nothing but a value', async () => {
    const { code, cwd } = await runAction('hostile', { only: '$(touch pwned)\n"; touch pwned; "' });

    expect(code).toBe(2);
    expect(() => readFileSync(join(cwd, 'pwned'))).toThrow(/ENOENT/);
  });

  it('has no input that the step does not take, and documents inputs that it has', () => {
    const taken = steps.flatMap(({ env = {} }) =>
      Object.values(env).map((expression) => /inputs\.([\w-]+)/.exec(expression)?.[1]),
    );
    expect(Object.keys(action.inputs).filter((input) => !taken.includes(input))).toEqual(['working-directory']);

    const [github] = documented;
    const jobSteps = (github as unknown as { jobs: { conformance: { steps: { uses: string; with?: object }[] } } }).jobs
      .conformance.steps;
    const used = jobSteps.find(({ uses }) => uses === './idvkit-tarballs');
    expect(used).toBeDefined();
    expect(Object.keys(used?.with ?? {}).filter((input) => !(input in action.inputs))).toEqual([]);
  });
});

describe('docs/guides/ci.md', () => {
  const text = readFileSync(join(root, 'docs/guides/ci.md'), 'utf8');

  it('uses each action at a commit, setup-node at that of the action', () => {
    const used = [...text.matchAll(/uses: ([^\s@]+)@(\S+)/g)].map(([, name = '', commit = '']) => ({ name, commit }));
    expect(used.length).toBeGreaterThan(2);
    for (const { name, commit } of used) expect(commit, name).toMatch(/^[\da-f]{40}$/);
    expect(action.runs.steps.map(({ uses }) => uses)).toContain(
      `actions/setup-node@${used.find(({ name }) => name === 'actions/setup-node')?.commit}`,
    );
  });

  it('installs and starts the command in one way', () => {
    const jobs = blocksOf(text).flatMap(({ language, code }) => (language === 'yaml' ? [code] : []));
    const lines = jobs.join('\n').match(/(?<=- (?:run: )?)(?:npm|npx|node_modules)\S* (?:.*\.tgz$|\S+)/gm);
    const install = 'npm install --no-save --no-audit --ignore-scripts ./idvkit-tarballs/idvkit.tgz';
    expect(new Set(lines)).toEqual(new Set([install, 'node_modules/.bin/idvkit check']));
  });

  it('has steps for GitHub without the action that run', async () => {
    const { steps } = documented[1] as unknown as { steps: { run?: string }[] };
    const cwd = newFolder('github-without-action');
    const script = `${steps.flatMap(({ run }) => run ?? []).join('\n')} --only 'create.info.*'`;
    const { code, stderr } = await runScript(script, cwd, {
      BASE_URL: baseUrl,
      FORM_SLUG: cameraForm.slug,
      GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'),
    });

    expect(code, stderr).toBe(0);
    expect(readFileSync(join(cwd, 'summary.md'), 'utf8')).toContain('| Create application |');
    expect(readFileSync(join(cwd, 'idvkit-report/report.html'), 'utf8').length).toBeGreaterThan(500);
  });
});

describe('the GitLab job', () => {
  it('runs, and leaves the reports that it names', async () => {
    const job = (
      documented[2] as unknown as { conformance: { script: string[]; artifacts: { reports: { junit: string } } } }
    ).conformance;
    const cwd = newFolder('gitlab');
    const script = `${job.script.join('\n')} --only 'create.info.*'`;
    const { code, stderr } = await runScript(script, cwd, { BASE_URL: baseUrl, FORM_SLUG: cameraForm.slug });

    expect(code, stderr).toBe(0);
    expect(readFileSync(join(cwd, job.artifacts.reports.junit), 'utf8')).toContain('<testsuite');
  });
});
