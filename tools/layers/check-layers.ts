/**
 * Checks that packages and their folders keep to their layers, and that project references agree with dependencies.
 *
 * pnpm links only declared dependencies, so an undeclared import does not compile. This checks the rest: no package declares a
 * dependency that the layers forbid, each public entry file only re-exports, and no folder imports one above it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { FOLDER_FLOORS } from './folder-floors.ts';
import { floorProblems, folderCycles } from './folder-problems.ts';
import { importsWithin } from './imports.ts';

/** Workspace packages that each package may import at run time. */
const layers: Record<string, readonly string[]> = {
  json: [],
  schema: ['json'],
  delivery: ['schema'],
  'cli-kit': ['json'],
  archive: ['json', 'schema', 'cli-kit'],
  mock: ['json', 'schema', 'delivery', 'cli-kit'],
  conformance: ['json', 'schema', 'delivery', 'mock', 'cli-kit', 'archive'],
  replay: ['json', 'schema', 'delivery', 'cli-kit', 'archive'],
  analyzer: ['json', 'schema', 'cli-kit', 'archive'],
  idvkit: ['analyzer', 'cli-kit', 'conformance', 'mock', 'replay', 'schema'],
};

type Manifest = {
  name: string;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  exports: Record<string, string | { '@idvkit/source'?: string }>;
};
type Project = { references?: { path: string }[] };

const problems: string[] = [];
const packagesUrl = new URL('../../packages/', import.meta.url);
const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, packagesUrl), 'utf8'));

for (const folder of readdirSync(packagesUrl)) {
  // What was installed for a package that has gone stays until somebody removes it.
  if (!existsSync(new URL(`${folder}/package.json`, packagesUrl))) continue;
  const allowed = layers[folder];
  if (!allowed) {
    problems.push(`packages/${folder} has no layer: name it in tools/layers/check-layers.ts`);
    continue;
  }
  const manifest = readJson(`${folder}/package.json`) as Manifest;
  const own = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }).filter((name) =>
    name.startsWith('@idvkit/'),
  );
  const imported = own.map((name) => name.slice('@idvkit/'.length)).sort();
  for (const name of imported) {
    if (!allowed.includes(name)) problems.push(`packages/${folder} must not depend on @idvkit/${name}`);
  }

  const project = readJson(`${folder}/tsconfig.json`) as Project;
  const referenced = (project.references ?? []).map(({ path }) => path.replace('../', '')).sort();
  if (referenced.join() !== imported.join()) {
    problems.push(
      `packages/${folder}/tsconfig.json references [${referenced.join()}] but depends on [${imported.join()}]`,
    );
  }

  const imports = importsWithin(fileURLToPath(new URL(`${folder}/src/lib/`, packagesUrl)));
  for (const problem of floorProblems(imports, FOLDER_FLOORS[folder] ?? [])) {
    problems.push(`packages/${folder}/src/lib: ${problem} (tools/layers/folder-floors.ts)`);
  }
  for (const cycle of folderCycles(imports))
    problems.push(`packages/${folder}/src/lib has a cycle of folders: ${cycle}`);

  for (const [key, target] of Object.entries(manifest.exports)) {
    const source = typeof target === 'string' ? undefined : target['@idvkit/source'];
    if (!source?.endsWith('.ts')) continue;
    const code = readFileSync(new URL(`${folder}/${source}`, packagesUrl), 'utf8');
    const statements = code.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').split(';');
    const others = statements.filter((text) => text.trim() !== '' && !/^\s*export\b[^=(]*\bfrom\b/.test(text));
    if (others.length > 0) problems.push(`packages/${folder}/${source} (exports "${key}") must only re-export`);
  }
}

if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`${Object.keys(layers).length} packages and their folders keep to their layers\n`);
}
