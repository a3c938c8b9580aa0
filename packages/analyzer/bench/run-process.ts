import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** What a process took, seen from outside: all of it, from its start to its end. */
export interface ProcessRun {
  readonly seconds: number;
  /** Of all its threads; only Linux tells. */
  readonly cpuSeconds: number | undefined;
  /** Most memory that it ever had, in MB of 1,000,000 bytes; only Linux tells. */
  readonly peakMegabytes: number | undefined;
  readonly stdout: string;
}

/** The kernel counts the time of processes that have ended in such parts of a second. */
const TICKS_PER_SECOND = 100;
/** Between two looks at the memory of a process. What it had last before it ended may be missed. */
const LOOK_EVERY_MS = 10;

/** Runs a process to its end. @throws if it does not end with 0. */
export function runProcess(command: string, args: readonly string[]): Promise<ProcessRun> {
  return new Promise((resolve, reject) => {
    const cpuBefore = cpuSecondsOfEnded();
    const started = performance.now();
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let peakMegabytes: number | undefined;
    const look = (): void => {
      peakMegabytes = Math.max(peakMegabytes ?? 0, peakMegabytesOf(child.pid) ?? 0) || undefined;
    };
    const looking = setInterval(look, LOOK_EVERY_MS);
    const parts: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      look();
      parts.push(part);
    });
    child.on('error', (error) => {
      clearInterval(looking);
      reject(error);
    });
    child.on('close', (code, signal) => {
      clearInterval(looking);
      const seconds = (performance.now() - started) / 1_000;
      if (code !== 0) return reject(new Error(`${command} ${args.join(' ')} ended with ${code ?? signal}`));
      const cpuAfter = cpuSecondsOfEnded();
      const cpuSeconds = cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore;
      resolve({ seconds, cpuSeconds, peakMegabytes, stdout: parts.join('') });
    });
  });
}

/** Processor time of all processes that this one has started and seen end. */
export function cpuSecondsOfEnded(): number | undefined {
  // The name of the process stands in brackets and may hold anything; what follows it are numbers.
  const fields = textOf('/proc/self/stat')?.split(') ').at(-1)?.split(' ');
  return fields && (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}

function peakMegabytesOf(pid: number | undefined): number | undefined {
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`) ?? '') ?? [];
  // The kernel counts 1,024 bytes as a kB.
  return kilobytes === undefined ? undefined : (Number(kilobytes) * 1_024) / 1e6;
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
