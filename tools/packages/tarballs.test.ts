import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { fixtures } from '@idvkit/schema/fixtures';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { blocksOf } from '../documents/documented-blocks.ts';
import { isProof } from '../testing/sample.ts';
import { fileOf, writeBundledTarballs } from './bundled-tarballs.ts';
import { packageName } from './pack-packages.ts';
import { namesOurs, startRecordingRegistry, upstreamUrl, type RecordingRegistry } from './recording-registry.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const document = readFileSync(join(root, 'docs/install.md'), 'utf8');
const documented = blocksOf(document).flatMap(({ language, code }) => (language === 'sh' ? code.split('\n') : []));

const FIXTURE = 'delivery.json';
const PARSE_FIXTURE = `
import { readFileSync } from 'node:fs';
import { submitFormDelivery } from '@idvkit/schema';
import { delivery } from '@idvkit/schema/consumer';

const body = JSON.parse(readFileSync('${FIXTURE}', 'utf8'));
console.log(submitFormDelivery.parse(body).event.type, delivery.parse(body).event.type, submitFormDelivery.safeParse({}).success);
`;

const packages = readdirSync(join(root, 'packages')).map(packageName);

let work: string;
let project: string;
let registry: RecordingRegistry;
let run: (command: string) => Promise<{ readonly stdout: string; readonly stderr: string }>;

beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'idvkit-tarballs-'));
  mkdirSync(join(work, 'idvkit-tarballs'));
  writeBundledTarballs(join(work, 'idvkit-tarballs'), isProof ? packages : ['idvkit', '@idvkit/schema']);
});

afterAll(() => rmSync(work, { recursive: true }));

/** The documented line that installs a tarball. */
const lineOf = (tarball: string): string =>
  documented.find((line) => line.startsWith('npm install') && line.endsWith(`/${tarball}`)) ?? 'exit 64';

const own = (): readonly string[] => registry.requests.filter(namesOurs);

describe('an empty project', () => {
  beforeEach(async () => {
    project = mkdtempSync(join(work, 'project-'));
    cpSync(join(work, 'idvkit-tarballs'), join(project, 'idvkit-tarballs'), { recursive: true });
    registry = await startRecordingRegistry();
    onTestFinished(() => registry[Symbol.asyncDispose]());
    const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
    const network = { npm_config_registry: registry.url, npm_config_cache: join(root, 'node_modules/.cache/npm') };
    const env = { ...process.env, PATH, NODE_OPTIONS: undefined, VITEST: undefined, ...network };
    run = (command) => promisify(execFile)('sh', ['-ec', command], { cwd: project, env });
  });

  it('parses a fixture with the schemas', async () => {
    writeFileSync(join(project, FIXTURE), JSON.stringify(fixtures.submitForm({ seed: 1 })));
    await run(lineOf('idvkit-schema.tgz'));
    await run('rm -r node_modules; npm ci --no-audit');

    expect(own()).toEqual([]);
    expect(registry.requests).toContain('/zod');
    writeFileSync(join(project, 'parse.mjs'), PARSE_FIXTURE);
    expect(await run('node parse.mjs')).toEqual({ stdout: 'submit_form submit_form false\n', stderr: '' });
  });

  it('checks with the command, and finds the schema of the configuration', async () => {
    await run(lineOf('idvkit.tgz'));

    expect(own()).toEqual([]);
    const check = documented.find((line) => line.startsWith('node_modules/.bin/idvkit')) ?? 'exit 64';
    expect((await run(check)).stdout).toContain('1 rule: 1 passed, 0 failed · exit 0');
    await run('node_modules/.bin/idvkit init');
    const [, path = ''] = /\$schema=(.+)/.exec(readFileSync(join(project, 'idvkit.config.yaml'), 'utf8')) ?? [];
    expect(JSON.parse(readFileSync(join(project, path), 'utf8'))).toHaveProperty('$schema');
  });

  // In a proof only: npm does the same with fewer tarballs.
  it.for(isProof ? ['pnpm'] : [])('installs tarballs with %s', async () => {
    writeFileSync(join(project, 'package.json'), '{"type":"module"}');
    const paths = packages.map((name) => `./idvkit-tarballs/${fileOf(name)}.tgz`);
    await run(`pnpm add --ignore-scripts --store-dir store ${paths.join(' ')}`);

    expect(own()).toEqual([]);
    // The command has no entry.
    const libraries = packages.filter((name) => name !== 'idvkit');
    const imports = libraries.map((name) => `await import('${name}');`).join('\n');
    expect(await run(`node --input-type=module --eval "${imports}"`)).toEqual({ stdout: '', stderr: '' });
    expect((await run('node_modules/.bin/idvkit --version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

it('recognizes a request that names a package of ours', () => {
  const audit = '/-/npm/v1/security/advisories/bulk {"zod":["4.6.7"],"@idvkit/json":["0.1.0"]}';
  expect(['/idvkit', '/@idvkit/schema', '/idvkit/-/idvkit-0.1.0.tgz', audit].filter(namesOurs)).toHaveLength(4);
  expect(['/zod', '/-/npm/v1/security/advisories/bulk {"zod":["4.6.7"]}'].filter(namesOurs)).toEqual([]);
});

it('looks for other packages where npm does, whatever the path of that registry', () => {
  expect(upstreamUrl('/@scope%2fname', 'https://mirror.example/npm/')).toBe('https://mirror.example/npm/@scope%2fname');
  expect(upstreamUrl('/name', 'https://registry.example')).toBe('https://registry.example/name');
});

it('documents each tarball', () => {
  const names = new Set(document.match(/[\w-]+(?=\.tgz)/g));
  expect([...names].sort()).toEqual(packages.map(fileOf).sort());
});
