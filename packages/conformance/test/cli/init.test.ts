import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { cameraForm, createMock, DEFAULT_TOKEN } from '@idvkit/mock';
import { idvkitConfig } from '@idvkit/schema/formats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

import { main } from '../command-line.ts';

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'idvkit-init-'));
});

afterEach(() => rmSync(cwd, { recursive: true }));

async function conformance(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const io = createTestIo({ cwd, env });
  const code = await main(argv, io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

/** Workflow whose actions are pinned and tagged as those that are written. */
const example = new URL('../../../../examples/ci/conformance.yml', import.meta.url);

/** Lines of .gitignore: slugs, personal values, results of a client, secrets. */
const PRIVATE = 'idvkit.ledger.json\nidvkit.capture/\n.idvkit/\n.env\n';

const read = (file: string): string => readFileSync(join(cwd, file), 'utf8');

/** The command of a job, as a shell would split it, without its first word. */
function argumentsOf(command: string): readonly string[] {
  const [, words = ''] = /^node_modules\/\.bin\/idvkit (.*)$/.exec(command) ?? [];
  return words.split(' ');
}

interface Workflow {
  readonly jobs: { readonly conformance: { readonly steps: readonly { readonly run?: string }[] } };
}

describe('idvkit init', () => {
  it('writes files that run against the embedded mock, as the CI job runs them', async () => {
    const { code, stdout } = await conformance(['init', '--ci', 'github']);

    expect([code, stdout]).toEqual([
      0,
      `Wrote idvkit.config.yaml
Wrote idvkit.baseline.json
Wrote .github/workflows/idvkit.yml

1. Run the checks: idvkit check
2. Commit idvkit-tarballs/idvkit.tgz, which the job installs: see docs/install.md of idvkit.
3. Add IDV_API_TOKEN and IDV_WEBHOOK_SECRET to the secrets of the repository.
`,
    ]);
    const workflow = parse(read('.github/workflows/idvkit.yml')) as Workflow; // Looked at next.
    const uses = Array.from(read('.github/workflows/idvkit.yml').matchAll(/uses: (.+)/g), ([, action = '']) => action);
    expect(uses).toHaveLength(3);
    for (const action of uses) expect(readFileSync(example, 'utf8')).toContain(action);
    const command = workflow.jobs.conformance.steps.findLast(({ run }) => run !== undefined)?.run ?? '';
    const argv = argumentsOf(command.replace('"$GITHUB_STEP_SUMMARY"', 'summary.md'));
    const ran = await conformance([...argv, '--only', 'create.status.201']);
    expect([ran.code, ran.stderr]).toEqual([0, expect.not.stringContaining('Cannot')]);
    expect(read('idvkit-report/junit.xml')).toContain('create.status.201');
  });

  it('writes a configuration and a GitLab job that check a service', async () => {
    const mock = createMock();
    const { url } = await mock.listen();
    try {
      const options = ['--base-url', url, '--form-slug', cameraForm.slug, '--ci', 'gitlab'];
      expect((await conformance(['init', ...options])).code).toBe(0);
      expect(idvkitConfig.parse(parse(read('idvkit.config.yaml')))).toMatchObject({ baseUrl: url });
      const job = parse(read('idvkit.gitlab-ci.yml')) as { idvkit: { script: readonly string[] } }; // Looked at next.
      const argv = [...argumentsOf(job.idvkit.script.at(-1) ?? ''), '--only', 'create.status.201'];
      expect((await conformance(argv, { IDV_API_TOKEN: DEFAULT_TOKEN })).code).toBe(0);
      expect(read('idvkit-report/junit.xml')).toContain('create.status.201');
    } finally {
      await mock.close();
    }
  });

  it('writes nothing over a file that exists, and nothing beside it', async () => {
    writeFileSync(join(cwd, 'idvkit.baseline.json'), 'mine');
    const { code, stderr } = await conformance(['init']);
    expect([code, stderr]).toEqual([
      2,
      'idvkit: Cannot write "idvkit.baseline.json": it exists. Nothing was written.\nKeep it, or remove it first.\n',
    ]);
    expect(read('idvkit.baseline.json')).toBe('mine');
    expect(() => statSync(join(cwd, 'idvkit.config.yaml'))).toThrow('ENOENT');
  });

  it('says that it wrote no job, and adds one to the files that exist', async () => {
    const { stdout } = await conformance(['init', '--base-url', 'https://idv.example.com']);
    expect(stdout).toContain(`Wrote idvkit.baseline.json
Wrote no CI job: add one with idvkit init --ci github, or --ci gitlab
`);
    const config = read('idvkit.config.yaml');

    expect((await conformance(['init', '--ci', 'gitlab'])).stdout).toMatch(
      /^Kept idvkit\.config\.yaml\nKept idvkit\.baseline\.json\nWrote idvkit\.gitlab-ci\.yml\n\n/,
    );
    expect(read('idvkit.config.yaml')).toBe(config);
    expect((await conformance(['init', '--ci', 'gitlab'])).stderr).toContain('"idvkit.gitlab-ci.yml": they exist');
  });

  it('asks for what is not given, and again if an answer cannot be used', async () => {
    const answers = ['nonsense', 'https://idv.example.com', 'kyc', 'none'];
    const test = createTestIo({ cwd, isTTY: true });
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const write = (text: string | Uint8Array): void => {
      test.stderr.write(text);
      if (String(text).endsWith(': ')) stdin.write(`${answers.shift()}\n`);
    };
    expect(await main(['init'], { ...test, stdin, stderr: { ...test.stderr, write } })).toBe(0);
    expect(test.stderrText).toContain('Give an absolute address');
    expect(parse(read('idvkit.config.yaml'))).toMatchObject({
      baseUrl: 'https://idv.example.com',
      formSlug: 'kyc',
    });
  });

  it.each([
    ['creates .gitignore in a git repository', undefined, PRIVATE],
    ['adds lines to .gitignore', 'dist', `dist\n${PRIVATE}`],
    [
      'adds only the lines that are missing',
      '/.idvkit\n.env*\n',
      '/.idvkit\n.env*\nidvkit.ledger.json\nidvkit.capture/\n',
    ],
    ['adds lines again after an exception', `${PRIVATE}!.env\n`, `${PRIVATE}!.env\n${PRIVATE}`],
    ['adds no line again for an exception of another file', `${PRIVATE}!.env.example\n`, `${PRIVATE}!.env.example\n`],
    ['adds no line twice', `*.ledger.json\n${PRIVATE}`, `*.ledger.json\n${PRIVATE}`],
  ])('%s, so that private files are not committed', async (_, before, after) => {
    if (before === undefined) mkdirSync(join(cwd, '.git'));
    else writeFileSync(join(cwd, '.gitignore'), before);
    const { stdout } = await conformance(['init', '--base-url', 'https://idv.example.com']);

    expect(read('.gitignore')).toBe(after);
    expect(stdout).toContain('.gitignore ignores idvkit.ledger.json, idvkit.capture/, .idvkit/, .env\n');
    expect(stdout).not.toContain('out of version control');
  });

  it('says to keep private files out of version control without a git repository', async () => {
    const { stdout } = await conformance(['init', '--base-url', 'https://idv.example.com']);

    expect(() => statSync(join(cwd, '.gitignore'))).toThrow('ENOENT');
    expect(stdout).toContain('Keep idvkit.ledger.json, idvkit.capture/, .idvkit/, .env out of version control');
  });

  it.each(['file', 'nothing'])('writes nothing through a .gitignore that is a link to %s', async (target) => {
    mkdirSync(join(cwd, '.git'));
    writeFileSync(join(cwd, 'file'), 'of another user\n');
    symlinkSync(target, join(cwd, '.gitignore'));
    const { stdout } = await conformance(['init', '--base-url', 'https://idv.example.com']);

    expect(read('file')).toBe('of another user\n');
    expect(() => statSync(join(cwd, 'nothing'))).toThrow('ENOENT');
    expect(stdout).toContain('Keep idvkit.ledger.json, idvkit.capture/, .idvkit/, .env out of version control');
  });

  it('asks nothing if it cannot ask', async () => {
    expect(await conformance(['init'])).toMatchObject({ code: 0, stderr: '' });
    expect(read('idvkit.config.yaml')).toMatch(/^# yaml-language-server: [^\n]*\n$/);
  });
});
