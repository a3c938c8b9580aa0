import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Other threads of the collector free buffers late, and later on a busy machine. */
export const COLLECTS_AT_ONCE = '--single-threaded-gc';

/** Runs a script that measures its memory, in a process that does nothing else. @returns What it prints as JSON. */
export async function runMeasured(script: URL): Promise<unknown> {
  const argv = ['--expose-gc', COLLECTS_AT_ONCE, '--conditions=@idvkit/source', fileURLToPath(script)];
  const { stdout } = await promisify(execFile)(process.execPath, argv);
  return JSON.parse(stdout);
}
