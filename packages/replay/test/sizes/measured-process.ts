import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** A command that runs, and tells its peak memory as it ends. */
export interface MeasuredProcess {
  readonly child: ChildProcess;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves once it has ended. */
  ended(): Promise<{ readonly exitCode: number | null; readonly peakMiB: number; readonly seconds: number }>;
}

/** Tells the process's own peak on a pipe as it exits. What the operating system says of a child may be its parent's. */
const TELL = `data:text/javascript,${encodeURIComponent(
  `import { readFileSync, writeSync } from 'node:fs';
   process.once('exit', () => writeSync(3, /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]));`,
)}`;

/** Starts Node with these arguments. Works on Linux. */
export function startMeasured(argv: readonly string[], env: Readonly<Record<string, string>> = {}): MeasuredProcess {
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', TELL, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...env },
  });
  const told = text(child.stdio[3] as Readable); // It is a pipe that the child writes to.
  const exited = once(child, 'exit');
  return {
    child,
    stdout: child.stdout as Readable, // So are these.
    stderr: child.stderr as Readable,
    ended: async () => {
      const [exitCode] = (await exited) as [number | null];
      return { exitCode, peakMiB: Number(await told) / 1_024, seconds: (performance.now() - began) / 1_000 };
    },
  };
}
