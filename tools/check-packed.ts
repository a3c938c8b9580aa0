/** Packs each package as it would be published and has publint and are-the-types-wrong look at the tarball. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { packPackages } from './pack-packages.ts';

const tarballs = mkdtempSync(join(tmpdir(), 'idvkit-packed-'));
const failed: string[] = [];

/** Runs a command of the workspace and keeps quiet unless it fails. */
function holds(name: string, command: string, ...args: string[]): void {
  try {
    execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    failed.push(`${name}: ${command} ${args.join(' ')}\n${stdout}${stderr}`);
  }
}

try {
  for (const [name, tarball] of packPackages(tarballs)) {
    holds(name, 'publint', 'run', tarball, '--strict');
    holds(name, 'attw', tarball, '--profile', 'esm-only', '--no-emoji');
  }
} finally {
  rmSync(tarballs, { recursive: true });
}

if (failed.length > 0) {
  process.stderr.write(`${failed.join('\n')}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write('every package packs clean\n');
}
