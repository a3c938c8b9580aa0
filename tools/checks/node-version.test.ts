import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (...path: readonly string[]): string => readFileSync(join(root, ...path), 'utf8');

interface Manifest {
  readonly name: string;
  readonly engines?: { readonly node?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
}

function manifest(...path: readonly string[]): Manifest {
  // What a manifest holds beside these does not matter here.
  return JSON.parse(read(...path, 'package.json')) as Manifest;
}

/** Oldest Node for packages that open archives, and for all others. */
const FLOORS = { archives: '24.15', others: '22.19' };

const folders = readdirSync(join(root, 'packages'));
const folderOf = new Map(folders.map((folder) => [manifest('packages', folder).name, folder]));

function opensArchives(folder: string): boolean {
  const below = Object.keys(manifest('packages', folder).dependencies ?? {}).flatMap(
    (name) => folderOf.get(name) ?? [],
  );
  return folder === 'archive' || below.some((dependency) => opensArchives(dependency));
}
const floorOf = (folder: string): string => FLOORS[opensArchives(folder) ? 'archives' : 'others'];

describe('the oldest Node', () => {
  it('is that of archives for five packages, and older for the others', () => {
    expect(folders.filter(opensArchives)).toEqual(['analyzer', 'archive', 'conformance', 'idvkit', 'replay']);
    expect(folders.filter((folder) => manifest('packages', folder).engines?.node !== `>=${floorOf(folder)}`)).toEqual(
      [],
    );
  });

  it('is no lower than that of undici', () => {
    const { engines } = manifest('packages/delivery/node_modules/undici');
    expect(Number(FLOORS.others)).toBeGreaterThanOrEqual(Number(/>=(\d+\.\d+)/.exec(engines?.node ?? '')?.[1]));
  });

  it('is the one that each command refuses others for', () => {
    const bins = folders.filter((folder) => existsSync(join(root, 'packages', folder, 'src/bin.ts')));
    expect(bins.length).toBeGreaterThan(0);
    const [, asked] = /MIN_NODE = '([\d.]+)'/.exec(read('packages/idvkit/src/lib/run-bin.ts')) ?? [];
    expect(bins.map((folder) => [folder, asked])).toEqual(bins.map((folder) => [folder, floorOf(folder)]));
  });

  it('is the first one that a README names, and that of archives in the guide', () => {
    const texts = folders.flatMap((folder) =>
      existsSync(join(root, 'packages', folder, 'README.md')) ? [folder] : [],
    );
    const named = texts.flatMap((folder) => {
      const [, version] = /Node (\d+\.\d+) or newer/.exec(read('packages', folder, 'README.md')) ?? [];
      return version === undefined ? [] : [[folder, version]];
    });
    expect(named.length).toBeGreaterThan(7);
    expect(named).toEqual(named.map(([folder = '']) => [folder, floorOf(folder)]));
    expect(read('docs/guides/ci.md')).toContain(`Node ${FLOORS.archives} or newer`);
    expect(read('README.md')).toMatch(new RegExp(`Node ${FLOORS.archives} or newer[^]*Node ${FLOORS.others}\\.`));
  });
});
