/** Packs each package as it would be published and has publint and are-the-types-wrong look at the tarball. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../packages/', import.meta.url));
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
  for (const folder of readdirSync(packages)) {
    const target = join(tarballs, folder);
    holds(folder, 'pnpm', '--dir', join(packages, folder), 'pack', '--pack-destination', target);
    const [tarball] = readdirSync(target);
    if (tarball === undefined) continue;
    holds(folder, 'publint', 'run', join(target, tarball), '--strict');
    holds(folder, 'attw', join(target, tarball), '--profile', 'esm-only', '--no-emoji');
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
