import { isatty } from 'node:tty';

import { createWrite } from './escape-text.ts';
import type { Io, Output } from './io.ts';

export interface ProcessIo {
  readonly io: Io;
  /** Resolves when all that was written has left. */
  flush(): Promise<void>;
  /** Lets the next signal end the process: its exit may wait for a read that does not end. */
  releaseSignals(): void;
}

/**
 * Opens the process to a command.
 *
 * A reader that went away (`idvkit analyze … | head`) ends the writing, not the command. The first SIGINT or SIGTERM aborts
 * `io.signal`, so that the command can write what it knows; the second ends the process at once.
 */
export function openProcess(): ProcessIo {
  const interruption = new AbortController();
  const releaseSignals = (): void => {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  };
  const interrupt = (): void => {
    if (!interruption.signal.aborted) return interruption.abort();
    releaseSignals();
    process.exit(130);
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  const [stdout, stderr] = [toOutput(process.stdout, 1), toOutput(process.stderr, 2)];
  const io = {
    stdin: process.stdin,
    stdout,
    stderr,
    env: process.env,
    cwd: workingFolder(),
    signal: interruption.signal,
  };
  return {
    io,
    releaseSignals,
    flush: async () => {
      await Promise.all([stdout.flushed(), stderr.flushed()]);
    },
  };
}

/** Returns the working folder, or ends the process if it was removed. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    process.stderr.write('idvkit: Cannot start: the working folder was removed.\nChange to another folder.\n');
    process.exit(2);
  }
}

function toOutput(stream: NodeJS.WriteStream, descriptor: number): Output & { flushed(): Promise<void> } {
  let open = true;
  stream.on('error', () => {
    open = false;
  });
  const raw = (data: string | Uint8Array): void => {
    if (open) stream.write(data);
  };
  return {
    isTTY: isatty(descriptor),
    get columns() {
      return stream.columns || 80;
    },
    write: createWrite(raw),
    raw,
    drained: () =>
      new Promise((resolve) => {
        if (!open || !stream.writableNeedDrain) return resolve();
        const resume = (): void => {
          stream.off('drain', resume).off('error', resume);
          resolve();
        };
        stream.on('drain', resume).on('error', resume);
      }),
    flushed: () =>
      new Promise((resolve) => {
        if (!open) return resolve();
        stream.once('error', () => resolve());
        stream.write('', () => resolve());
      }),
  };
}
