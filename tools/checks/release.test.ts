import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const run = promisify(execFile);

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly license?: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly repository?: { readonly directory?: string };
}

const manifests = globSync('packages/*/package.json', { cwd: root }).map((path) => JSON.parse(read(path)) as Manifest);

interface Workflow {
  readonly on: unknown;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly services: Readonly<Record<string, { readonly ports: readonly string[] }>>;
        readonly steps: readonly { readonly run?: string }[];
      }
    >
  >;
}

/** Severity of advice, in the language server protocol. */
const HINT = 4;

/** Licences that packages under Apache-2.0 may depend on. */
const LICENCES = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT', 'Unlicense'];

describe('the next release', () => {
  it('has packages without install scripts, with their folder and licence', () => {
    const scripts = ['preinstall', 'install', 'postinstall', 'prepare'];
    expect(manifests.filter((manifest) => scripts.some((name) => name in (manifest.scripts ?? {})))).toEqual([]);
    for (const { license, repository } of manifests) {
      expect(license).toBe('Apache-2.0');
      expect(repository?.directory).toMatch(/^packages\//);
    }
  });

  it('depends on what ARCHITECTURE.md lists, and on optional peers', () => {
    const used = manifests.flatMap(({ name, dependencies = {}, peerDependencies = {} }) =>
      Object.keys({ ...dependencies, ...peerDependencies })
        .filter((each) => !each.startsWith('@idvkit/'))
        .map((each) => `${name.replace('@idvkit/', '')}: ${each}`),
    );
    const rows = read('ARCHITECTURE.md').matchAll(/^- (`.+`)([^`:]+): .* \([\w.-]+, \d{4}-\d{2}\)$/gm);
    const listed = [...rows].flatMap(([, names = '', owners = '']) =>
      Array.from(owners.replaceAll(/\b(?:optional|in)\b/g, '').matchAll(/[a-z-]+/g), ([owner]) => owner).flatMap(
        (owner) => Array.from(names.matchAll(/`(.+?)`/g), ([, name]) => `${owner}: ${name}`),
      ),
    );
    expect(listed.toSorted()).toEqual(used.toSorted());
    const peers = manifests.flatMap(({ peerDependencies = {}, peerDependenciesMeta = {} }) =>
      Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true),
    );
    expect(peers.filter((name) => !name.startsWith('@idvkit/'))).toEqual([]);
  });

  it('depends on nothing under another licence', async () => {
    const { stdout } = await run('pnpm', ['-r', 'licenses', 'list', '--prod', '--json'], { cwd: root, maxBuffer: 1e8 });
    const found = JSON.parse(stdout) as Readonly<Record<string, readonly { readonly name: string }[]>>;
    expect(Object.keys(found).length).toBeGreaterThan(3);
    const others = Object.entries(found).filter(([licence]) => !LICENCES.includes(licence));
    // A tool of tests, which no package ships.
    expect(others.flatMap(([licence, packages]) => packages.map(({ name }) => `${name}: ${licence}`))).toEqual([
      'axe-core: MPL-2.0',
    ]);
  });
});

describe('Dockerfile', () => {
  const text = read('Dockerfile');

  it('has no problem', () => {
    const problems = validate(text).filter(({ severity }) => severity !== HINT);
    expect(problems.map(({ message, range }) => `${range.start.line + 1}: ${JSON.stringify(message)}`)).toEqual([]);
    expect(validate('FROM a\nENTRYPONT ["b"]').length).toBeGreaterThan(0);
  });

  it('runs as no root, and starts a command that exists', () => {
    expect(text).toMatch(/^USER node$/m);
    const [, entry = ''] = /^ENTRYPOINT \["(\w+)"\]$/m.exec(text) ?? [];
    const { bin } = JSON.parse(read('packages/idvkit/package.json')) as { bin: Readonly<Record<string, string>> };
    expect(Object.keys(bin)).toContain(entry);
  });

  it('is what compose.yaml builds, on this machine only', () => {
    const { services } = parse(read('compose.yaml')) as {
      services: Readonly<Record<string, { readonly build: string; readonly ports: readonly string[] }>>;
    };
    for (const { build, ports } of Object.values(services)) {
      expect(build).toBe('.');
      for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });
});

describe('workflows', () => {
  it.each(globSync('.github/workflows/*.yml', { cwd: root }))(
    '%s pins every action, and asks for few rights',
    (path) => {
      const text = read(path);
      const workflow = parse(text) as { readonly permissions: unknown };
      expect(workflow.permissions).toEqual({ contents: 'read' });
      const used = Array.from(text.matchAll(/uses: (\S+)/g), ([, uses = '']) => uses);
      expect(used.filter((uses) => !/@[\da-f]{40}$/.test(uses))).toEqual([]);
    },
  );

  it('run the tests of every push to main and of every pull request, with the servers that they need', () => {
    const { on, jobs } = parse(read('.github/workflows/ci.yml')) as Workflow;
    expect(on).toEqual({ push: { branches: ['main'] }, pull_request: null });
    const { services, steps } = jobs['test'] ?? {};
    expect(steps?.map(({ run: command }) => command)).toContain('.ci/run');
    const sources = read('tools/testing/queue-servers.ts');
    const ports = Array.from(sources.matchAll(/127\.0\.0\.1:(\d+)/g), ([, port]) => `${port}:${port}`);
    expect(ports).toHaveLength(2);
    expect(Object.values(services ?? {}).flatMap((service) => service.ports)).toEqual(ports);
  });

  it('publish with provenance, by the identity of the job', () => {
    const text = read('.github/workflows/release.yml');
    expect(text).toContain("NPM_CONFIG_PROVENANCE: 'true'");
    expect(text).toContain('id-token: write');
    expect(text).not.toMatch(/NPM_TOKEN|NODE_AUTH_TOKEN/);
  });
});
