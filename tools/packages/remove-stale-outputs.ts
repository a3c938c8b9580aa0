/** Removes compiled files whose sources are gone: the compiler leaves them, and they would be packed. The build runs it. */
import { existsSync, globSync, rmSync } from 'node:fs';

const root = new URL('../../', import.meta.url).pathname;
for (const path of globSync('packages/*/dist/**/*.{js,d.ts,js.map,d.ts.map}', { cwd: root })) {
  // A bundle has no source of its own.
  if (path.includes('/dist/command/')) continue;
  const source = path.replace('/dist/', '/src/').replace(/\.(?:d\.ts|js)(?:\.map)?$/, '.ts');
  if (!existsSync(root + source)) rmSync(root + path);
}
