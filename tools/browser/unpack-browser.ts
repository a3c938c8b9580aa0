import { access, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import chromium from '@sparticuz/chromium';

let unpacking: Promise<string> | undefined;

/**
 * Unpacks the browser of the development dependencies, once for all suites of this machine.
 *
 * @returns The path of the program.
 */
export function unpackBrowser(): Promise<string> {
  unpacking ??= unpacked();
  return unpacking;
}

/**
 * The package takes a browser that another process is just unpacking for a whole one. So each unpacks to a folder of its own,
 * and the first to be done gives its folder the name by which all know it.
 */
async function unpacked(): Promise<string> {
  const folder = join(tmpdir(), `idvkit-browser-${await version()}`);
  const program = join(folder, 'chromium');
  if (await exists(program)) return program;
  const own = await mkdtemp(`${folder}-`);
  const name = basename(await unpackedTo(own));
  try {
    await rename(own, folder);
  } catch (error) {
    await rm(own, { recursive: true });
    if (!(await exists(program))) throw error;
  }
  return join(folder, name);
}

/** The package unpacks to the folder for temporary files, and to no other. */
async function unpackedTo(folder: string): Promise<string> {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

async function version(): Promise<string> {
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'));
  return (JSON.parse(await readFile(manifest, 'utf8')) as { readonly version: string }).version;
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
