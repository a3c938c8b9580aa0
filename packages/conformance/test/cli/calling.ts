import type { ExitCode } from '@idvkit/cli-kit';
import { createTestIo, type TestIo, type TestIoOptions } from '@idvkit/cli-kit/testing';

import type { ConformanceRun } from '../../src/lib/drive/calls/conformance-run.ts';
import type { RunOptions } from '../../src/lib/drive/calls/run-options.ts';
import { createMain } from '../command-line.ts';
import { keptRun } from '../report/fixture-run.ts';

const clock = { now: () => Date.parse('2026-01-05T03:02:00Z') };

/** How a command ended. */
export interface Called {
  readonly code: ExitCode;
  readonly io: TestIo;
  /** What the run was asked for; undefined where none was begun. */
  readonly request: RunOptions | undefined;
}

/** Calls the command with a run that comes to what is given. */
export async function call(
  argv: readonly string[],
  {
    run = keptRun(),
    during,
    now,
    ...options
  }: TestIoOptions & {
    readonly run?: ConformanceRun;
    /** Time on the clock, in milliseconds since the epoch. Default: two minutes after the runs of tests. */
    readonly now?: number;
    readonly during?: (io: TestIo, request: RunOptions) => void;
  } = {},
): Promise<Called> {
  const io = createTestIo(options);
  let request: RunOptions | undefined;
  const main = createMain({
    clock: now === undefined ? clock : { now: () => now },
    fingerprintKey: 'test',
    tool: { name: 'idvkit', version: '0.1.0' },
    runConformance: (asked) => {
      request = asked;
      during?.(io, asked);
      return Promise.resolve(run);
    },
  });
  return { code: await main(argv, io), io, request };
}
