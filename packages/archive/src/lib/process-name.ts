import { createHash, randomBytes } from 'node:crypto';
import { hostname } from 'node:os';

import { systemErrorCode } from '@idvkit/cli-kit';

import { ArchiveError } from './archive-error.ts';

/** Names this process in files and rows, so that another process can tell whether it still runs: `HOST-PID`. */
export const PROCESS_NAME: string = `${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}-${process.pid}`;
/** Files and runs of a process that cannot be asked are left over if nothing was written to them for this long. */
export const LEFT_OVER_AFTER_MS = 3_600_000;
/** Names this process, also among those that had its id before: in a container, a command has the same id after each restart. */
export const HOLDER: string = `${PROCESS_NAME}-${randomBytes(4).toString('hex')}`;

/** Checks whether a file or a row names a process of this machine. */
function isOfThisMachine(processName: string): boolean {
  return processName.split('-')[0] === PROCESS_NAME.split('-')[0];
}

/** Checks whether a process that a file or a row names still runs, as far as this machine knows. */
export function isRunning(processName: string): boolean {
  if (!isOfThisMachine(processName)) return true;
  const [, pid] = processName.split('-');
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}

/** Throws if a process has a run. */
export function requireLeft(
  run: string,
  { holder, quietMs }: { readonly holder: string; readonly quietMs: number },
): void {
  const isFormer = holder.startsWith(`${PROCESS_NAME}-`) && holder !== HOLDER;
  if (isFormer || !isRunning(holder)) return;
  if (isOfThisMachine(holder)) throw new ArchiveError('run-unusable', `Run "${run}" is in progress in another process`);
  if (quietMs > LEFT_OVER_AFTER_MS) return;
  const where = 'on another machine, or was within the last hour';
  throw new ArchiveError('run-unusable', `Run "${run}" is in progress ${where}`);
}
