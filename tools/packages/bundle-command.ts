import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type OutputOptions, type Plugin, rolldown } from 'rolldown';

const packages = fileURLToPath(new URL('../../packages/', import.meta.url));

/** A bundle of compiled modules. */
export interface Bundle {
  /** Compiled modules that are files of their own name in the bundle, without `.js`: `analyzer/dist/commands`. */
  readonly entries: readonly string[];
  /** Packages that are not in the bundle, besides those of Node. */
  readonly external: readonly RegExp[];
  /** Default: a file for each set of modules that are loaded together. */
  readonly groups?: NonNullable<Extract<OutputOptions['codeSplitting'], object>['groups']>;
}

/**
 * Bundles the commands of a package into its `dist/command/`: a tenth of the files, since most of a short run is the search for files.
 * Threads and processes start from files of their own there.
 */
export async function bundleCommand(name: string, { entries, external, groups }: Bundle): Promise<void> {
  const dir = `${packages}${name}/dist/command/`;
  rmSync(dir, { recursive: true, force: true });
  const build = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [basename(entry), `${packages}${entry}.js`])),
    platform: 'node',
    external: [/^node:/, ...external],
    plugins: [filesOfPackages, builtinsWithoutImport],
    checks: { ineffectiveDynamicImport: false },
  });
  const { output } = await build.write({ dir, ...(groups && { codeSplitting: { groups } }) });
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  writeFileSync(`${dir}LICENCES.txt`, licencesOf(modules));
}

/** Returns the licences of the packages that modules are from. */
function licencesOf(modules: readonly string[]): string {
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(id) ?? []);
  const texts = [...new Set(folders)].toSorted().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as Record<string, string>;
    return `${name} ${version}\n\n${readFileSync(`${folder}LICENSE`, 'utf8').trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

/** Lets modules find the files of their package, which are not in the bundle: pictures, style sheets, scripts of pages. */
const filesOfPackages: Plugin = {
  name: 'files-of-packages',
  transform: {
    filter: { code: /new URL\([`']\.\.\// },
    handler: (code, id) => {
      const [, name, path] = /\/packages\/([^/]+)\/(dist\/.+)$/.exec(id) ?? [];
      return code.replaceAll(/(?<=new URL\([`']\.\.\/.*, )import\.meta\.url(?=\))/g, () => {
        return `new URL('${path}', import.meta.resolve('@idvkit/${name}/package.json'))`;
      });
    },
  },
};

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
