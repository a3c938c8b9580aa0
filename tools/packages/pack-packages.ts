import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Packs each package as it would be published. @returns Path of each tarball, by the name of its package. */
export function packPackages(folder: string): Map<string, string> {
  const args = ['--recursive', '--filter', './packages/*', 'pack', '--pack-destination', folder];
  execFileSync('pnpm', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  const names = new Map(readdirSync(folder).map((file) => [nameOf(file), join(folder, file)]));
  const expected = readdirSync(join(root, 'packages')).filter((name) => !names.has(packageName(name)));
  if (expected.length > 0) throw new Error(`Not packed: ${expected.join(', ')}`);
  return names;
}

/** Returns the name of the package in a folder of `packages`. */
export function packageName(folder: string): string {
  return folder === 'idvkit' ? folder : `@idvkit/${folder}`;
}

/** Returns the name of the package in a tarball: `idvkit-mock-0.1.0.tgz` is `@idvkit/mock`. */
function nameOf(file: string): string {
  return packageName(file.replace(/-\d.*$/, '').replace(/^idvkit-/, ''));
}
