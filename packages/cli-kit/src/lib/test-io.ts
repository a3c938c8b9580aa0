import { Readable } from 'node:stream';

import { createWrite } from './escape-text.ts';
import type { Io, Output } from './io.ts';

/** Surroundings of a command under test. */
export interface TestIoOptions {
  /** Content of stdin. Default: empty. */
  readonly stdin?: string | Uint8Array;
  readonly env?: Io['env'];
  readonly cwd?: string;
  /** True if stdin, stdout and stderr are terminals. Default false. */
  readonly isTTY?: boolean;
  /** Width of the outputs. Default 80. */
  readonly columns?: number;
}

/** An {@link Io} that keeps what is written to it. */
export interface TestIo extends Io {
  /** All that was written to stdout. */
  readonly stdoutText: string;
  /** All that was written to stderr. */
  readonly stderrText: string;
  /** Does what Ctrl-C does. */
  interrupt(): void;
}

/** Makes an {@link Io} for calling a command in process. It sees nothing of the process the test runs in. */
export function createTestIo({
  stdin = '',
  env = {},
  cwd = '/',
  isTTY = false,
  columns = 80,
}: TestIoOptions = {}): TestIo {
  const interruption = new AbortController();
  const [stdout, stderr] = [keepingOutput(isTTY, columns), keepingOutput(isTTY, columns)];
  return {
    stdin: Object.assign(Readable.from([Buffer.from(stdin)], { objectMode: false }), { isTTY }),
    stdout,
    stderr,
    env,
    cwd,
    signal: interruption.signal,
    get stdoutText() {
      return stdout.text();
    },
    get stderrText() {
      return stderr.text();
    },
    interrupt: () => interruption.abort(),
  };
}

function keepingOutput(isTTY: boolean, columns: number): Output & { text(): string } {
  const parts: Buffer[] = [];
  const raw = (data: string | Uint8Array): void => void parts.push(Buffer.from(data));
  return {
    isTTY,
    columns,
    write: createWrite(raw),
    raw,
    text: () => Buffer.concat(parts).toString(),
  };
}
