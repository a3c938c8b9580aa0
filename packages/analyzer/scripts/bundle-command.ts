/**
 * Bundles the compiled command into `dist/command/`: forty files in place of 320, since most of a short run is the search for files.
 * Threads and processes start from files of their own there. The build of the package runs it.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Plugin, rolldown } from 'rolldown';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
/** Optional packages, what reads files beside itself, and what few runs need. */
const EXTERNAL = [/^node:/, /^@idvkit\/cli-kit\/html$/, /^(?:bullmq|ioredis|pg|hyparquet-writer|protobufjs)/];
const SHARED = /\/packages\/(?:analyzer|cli-kit|json)\/dist\/(?!.*\/(?:html|export|parts)\/)/;
const ENTRIES = ['commands', 'lib/cli/corpus-worker', 'lib/cli/parts/part-worker'];

/** Returns the licences of the packages that modules are from. */
function licencesOf(modules: readonly string[]): string {
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(id) ?? []);
  const texts = [...new Set(folders)].toSorted().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as Record<string, string>;
    return `${name} ${version}\n\n${readFileSync(`${folder}LICENSE`, 'utf8').trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

/**
 * Takes modules of Node itself without an import. An import reads all that a module exports, and some of that loads further
 * modules when it is read: `node:process`, `node:util` and `node:fs` take 8 ms of each start.
 */
const builtinsWithoutImport: Plugin = {
  name: 'builtins-without-import',
  renderChunk: (code) =>
    code.replaceAll(/^import (\w+|\{.*\}) from ("node:[\w/]+");$/gm, (_import, names: string, id: string) => {
      return `const ${names.replaceAll(' as ', ': ')} = globalThis.process.getBuiltinModule(${id});`;
    }),
};

const folder = `${dist}command/`;
rmSync(folder, { recursive: true, force: true });
const build = await rolldown({
  input: Object.fromEntries(ENTRIES.map((entry) => [basename(entry), `${dist}${entry}.js`])),
  platform: 'node',
  external: EXTERNAL,
  plugins: [builtinsWithoutImport],
  checks: { ineffectiveDynamicImport: false },
});
const { output } = await build.write({
  dir: folder,
  // Modules that several files need are one file. Pages, exports, tasks and the schemas of zod stay apart: few runs need them.
  codeSplitting: { groups: [{ name: 'reading', minShareCount: 2, test: SHARED }] },
});
const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
writeFileSync(`${folder}LICENCES.txt`, licencesOf(modules));
