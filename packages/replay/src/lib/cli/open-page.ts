import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Io } from '@idvkit/cli-kit';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
};

/**
 * Opens an address in the browser: that of BROWSER, or of the system. The address is a secret, and every process can read
 * arguments: the browser gets a file that only this user can read, which leads to it.
 *
 * @returns A function that removes the file.
 */
export async function openPage(url: string, { env, stderr }: Pick<Io, 'env' | 'stderr'>): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'idvkit-page-'));
  const file = join(folder, 'page.html');
  await writeFile(file, `<!doctype html><meta http-equiv="refresh" content="0; url=${url}">\n`, { mode: 0o600 });
  const [command = '', ...args] = env['BROWSER'] ? [env['BROWSER']] : (OPENERS[process.platform] ?? ['xdg-open']);
  const browser = spawn(command, [...args, file], { stdio: 'ignore', detached: true });
  browser.on('error', () => stderr.write('idvkit: Cannot open a browser: open the address of the page yourself.\n'));
  browser.unref();
  return () => rm(folder, { recursive: true, force: true });
}
