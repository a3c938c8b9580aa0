import { createHash } from 'node:crypto';
import { hostname } from 'node:os';

import { systemErrorCode } from '@idvkit/cli-kit';

/** Names this process in files, so that another process can tell whether it still runs: `HOST-PID`. */
export const PROCESS_NAME: string = `${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}-${process.pid}`;
/** Files of a process that cannot be asked are left over if nothing was written to them for this long. */
export const LEFT_OVER_AFTER_MS = 3_600_000;

/** Checks whether a file names a process of this machine. */
function isOfThisMachine(processName: string): boolean {
  return processName.split('-')[0] === PROCESS_NAME.split('-')[0];
}

/** Checks whether a process that a file names still runs, as far as this machine knows. */
export function isRunning(processName: string): boolean {
  if (!isOfThisMachine(processName)) return true;
  const [, pid] = processName.split('-');
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}
