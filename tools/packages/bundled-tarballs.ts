import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { packPackages } from './pack-packages.ts';

/** The fields of a manifest that name other packages. */
interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Writes a tarball of each package that contains the other packages of the workspace that it needs. Installing it asks a registry
 * only for dependencies of others, so whoever registers one of our names runs nothing.
 *
 * @param folder Folder to write to: `idvkit.tgz`, `idvkit-schema.tgz` and so on.
 * @param only Names of the packages to write. Default: all.
 */
export function writeBundledTarballs(folder: string, only?: readonly string[]): void {
  const work = mkdtempSync(join(tmpdir(), 'idvkit-pack-'));
  try {
    const packed = join(work, 'packed');
    mkdirSync(packed);
    const tarballs = packPackages(packed);
    for (const name of only ?? tarballs.keys()) {
      const stage = join(work, fileOf(name), 'package');
      extract(tarballs.get(name) ?? '', stage);
      const manifest = bundle(stage, tarballs);
      writeFileSync(join(stage, 'package.json'), JSON.stringify(manifest, undefined, 2));
      execFileSync('tar', ['-czf', join(folder, `${fileOf(name)}.tgz`), '-C', join(stage, '..'), 'package']);
    }
  } finally {
    rmSync(work, { recursive: true });
  }
}

/** Returns the file of a package, without its ending: `idvkit-schema` for `@idvkit/schema`. */
export function fileOf(name: string): string {
  return name.replace('@', '').replace('/', '-');
}

/** Extracts the packages that a package needs below it. @returns Its manifest, with the dependencies of all of them. */
function bundle(stage: string, tarballs: ReadonlyMap<string, string>): object {
  const own = readManifest(stage);
  const bundled = new Map<string, Manifest>();
  const open = [own];
  for (let each = open.shift(); each !== undefined; each = open.shift()) {
    for (const name of Object.keys({ ...each.dependencies, ...each.peerDependencies })) {
      const tarball = tarballs.get(name);
      if (tarball === undefined || bundled.has(name)) continue;
      const target = join(stage, 'node_modules', name);
      extract(tarball, target);
      const manifest = readManifest(target);
      bundled.set(name, manifest);
      open.push(manifest);
    }
  }
  const isOther = ([name]: readonly [string, string]): boolean => !tarballs.has(name);
  const others = [own, ...bundled.values()].flatMap(({ dependencies = {} }) =>
    Object.entries(dependencies).filter(isOther),
  );
  const versions = Object.fromEntries([...bundled].map(([name, { version }]) => [name, version]));
  return {
    ...own,
    dependencies: { ...Object.fromEntries(others), ...versions },
    bundleDependencies: [...bundled.keys()],
    // Those of the others are optional: npm would look up each of them, and what it needs, and install none.
    peerDependencies: Object.fromEntries(Object.entries(own.peerDependencies ?? {}).filter(isOther)),
  };
}

function extract(tarball: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest; // As pnpm packs it.
}
