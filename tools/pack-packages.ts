import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Packs each package as it would be published. @returns Path of each tarball, by the name of its package. */
export function packPackages(folder: string): Map<string, string> {
  const args = ['--recursive', '--filter', './packages/*', 'pack', '--pack-destination', folder];
  execFileSync('pnpm', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  const names = new Map(
    readdirSync(folder).map((file) => [file.replace(/^idvkit-(.+?)-\d.*$/, '@idvkit/$1'), join(folder, file)]),
  );
  const expected = readdirSync(join(root, 'packages')).filter((name) => !names.has(`@idvkit/${name}`));
  if (expected.length > 0) throw new Error(`Not packed: ${expected.join(', ')}`);
  return names;
}
