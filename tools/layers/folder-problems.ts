import { dirname } from 'node:path';

import type { Import } from './imports.ts';

/** Returns imports that go up the floors of a package, and folders that the list of floors lacks. */
export function floorProblems(imports: readonly Import[], floors: readonly string[]): readonly string[] {
  const folders = new Set(imports.flatMap(({ from, to }) => [from, to]).flatMap((path) => topOf(path) ?? []));
  const unknown = [...folders].filter((folder) => !floors.includes(folder));
  const missing = floors.filter((floor) => !folders.has(floor));
  return [
    ...unknown.map((folder) => `${folder} has no floor`),
    ...missing.map((floor) => `${floor} is a floor without a folder`),
    ...imports.flatMap(({ from, to }) => {
      const [importer, imported] = [topOf(from), topOf(to)];
      if (importer === undefined || imported === undefined) return [];
      return floors.indexOf(imported) > floors.indexOf(importer) ? [`${from} must not import ${to}`] : [];
    }),
  ];
}

/** Returns the cycles between entries of one folder, for every folder: an entry is a file or all of a folder. */
export function folderCycles(imports: readonly Import[]): readonly string[] {
  const parents = new Set(imports.flatMap(({ from }) => parentsOf(from)));
  return [...parents].flatMap((parent) => {
    const arrows = new Map<string, Set<string>>();
    for (const { from, to } of imports) {
      const [importer, imported] = [entryOf(from, parent), entryOf(to, parent)];
      if (importer === undefined || imported === undefined || importer === imported) continue;
      arrows.set(importer, (arrows.get(importer) ?? new Set()).add(imported));
    }
    const cycle = cycleOf(arrows);
    return cycle === undefined ? [] : [`${parent === '' ? '.' : parent}: ${cycle.join(' → ')}`];
  });
}

function topOf(path: string): string | undefined {
  const [folder, ...rest] = path.split('/');
  return rest.length === 0 ? undefined : folder;
}

function parentsOf(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === '.' ? [''] : [parent, ...parentsOf(parent)];
}

/** Returns the name that a file's branch has in a folder; none if the file is elsewhere. */
function entryOf(path: string, parent: string): string | undefined {
  if (parent === '') return path.split('/')[0];
  return path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split('/')[0] : undefined;
}

function cycleOf(arrows: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (entry: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(entry)) return [...path.slice(path.indexOf(entry)), entry];
    if (done.has(entry)) return undefined;
    for (const next of arrows.get(entry) ?? []) {
      const cycle = visit(next, [...path, entry]);
      if (cycle !== undefined) return cycle;
    }
    done.add(entry);
    return undefined;
  };
  for (const entry of arrows.keys()) {
    const cycle = visit(entry, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
