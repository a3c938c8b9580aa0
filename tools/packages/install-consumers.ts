import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { packPackages } from './pack-packages.ts';

const template = fileURLToPath(new URL('../consumers/', import.meta.url));
const execute = promisify(execFile);

/** A project in a temporary folder that has the packages as they would be published. Remove its folder afterwards. */
export interface ConsumerProject {
  readonly folder: string;
  /** Runs a command in the project. Its `node` is this one. */
  readonly run: (command: string, ...args: readonly string[]) => Promise<{ stdout: string; stderr: string }>;
}

/**
 * Packs the packages and installs them next to the files of `tools/consumers`.
 *
 * @param more Packages to install in addition, with their versions. Their install scripts may run. Default: none.
 */
export async function installConsumers(more: Readonly<Record<string, string>> = {}): Promise<ConsumerProject> {
  const folder = mkdtempSync(join(tmpdir(), 'idvkit-consumer-'));
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  const env = { ...process.env, PATH, VITEST: undefined, NODE_OPTIONS: undefined };
  const run: ConsumerProject['run'] = (command, ...args) => execute(command, args, { cwd: folder, env });

  const tarballs = packPackages(join(folder, 'tarballs'));
  for (const file of readdirSync(template, { withFileTypes: true })) {
    if (file.isFile()) cpSync(join(template, file.name), join(folder, file.name));
  }
  const manifest = JSON.parse(readFileSync(join(template, 'package.json'), 'utf8')) as { devDependencies: object }; // As pnpm reads it.
  const dependencies = Object.fromEntries([...tarballs].map(([name, path]) => [name, `file:${path}`]));
  const devDependencies = { ...manifest.devDependencies, ...more };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, dependencies, devDependencies }));
  // The packages depend on each other by version, and are not published yet.
  const named = Object.entries(more).map(([name, version]) => /^npm:(.+)@/.exec(version)?.[1] ?? name);
  const builds = Object.fromEntries(named.map((name) => [name, true]));
  const workspace = { overrides: dependencies, packages: ['.'], allowBuilds: builds, strictDepBuilds: false };
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), JSON.stringify(workspace));
  const scripts = Object.keys(more).length === 0 ? ['--ignore-scripts'] : [];
  await run('pnpm', 'install', '--prefer-offline', '--no-frozen-lockfile', ...scripts);
  return { folder, run };
}
