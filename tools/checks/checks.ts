import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/** The end of `pnpm run check`. */
export interface EndedChecks {
  /** Names of the checks that failed. */
  readonly failed: readonly string[];
  readonly output: string;
}

/** Runs `pnpm run check`, one check after the other, next to the tests. Resolves when it has ended. */
export function runChecks(): Promise<EndedChecks> {
  return new Promise((resolve, reject) => {
    // The threads of Go tools repeat work, and here there is other work for all cores.
    const env = { ...process.env, GOMAXPROCS: '1', GOGC: '200', FORCE_COLOR: undefined };
    const child = spawn('pnpm', ['run', 'check', '--concurrency=1', '--continue'], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => resolve({ failed: code === 0 ? [] : failedIn(output), output }));
  });
}

/** Returns the checks that Turborepo names at the end of a run that failed; all of them if it did not get there. */
export function failedIn(output: string): readonly string[] {
  const [, names] = /^ *Failed: +(.+)$/m.exec(stripVTControlCharacters(output)) ?? [];
  return (
    names
      ?.trim()
      .split(', ')
      .map((name) => `pnpm run ${name.replace(/^.*#/, '')}`) ?? ['pnpm run check']
  );
}
