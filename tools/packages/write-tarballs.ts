import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { writeBundledTarballs } from './bundled-tarballs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'idvkit-tarballs');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
writeBundledTarballs(folder);
// Next to the tarball that it installs.
copyFileSync(join(root, 'actions/conformance/action.yml'), join(folder, 'action.yml'));

console.log(`Wrote ${folder}

Copy the folder to your project. Then install what you need there:
  npm install --no-audit ./idvkit-tarballs/idvkit-schema.tgz
  npm install --no-audit --save-dev ./idvkit-tarballs/idvkit.tgz

See docs/install.md.`);
