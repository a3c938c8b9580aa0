import type { Readable } from 'node:stream';

import type { ExitCode } from './exit-code.ts';

/** Somewhere to write: a terminal, a pipe, a file, or a text in a test. */
export interface Output {
  readonly isTTY: boolean;
  /** Width in characters. */
  readonly columns: number;
  /**
   * Writes text; bytes are text in UTF-8. Control characters and commands of CI runners in it are escaped; line feeds, tabs and the colours of a
   * `Paint` stay. In JSON the escapes are JSON's own, so the values stay the same.
   */
  write(text: string | Uint8Array): void;
  /** Writes data as it is. Only for bytes that the user asked for, and for sequences of our own that move the cursor. */
  raw(data: string | Uint8Array): void;
  /** Resolves once little enough waits to be written: for callers that write more than should be held in memory. */
  drained?(): Promise<void>;
}

/** All that a command may touch of the process it runs in. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** The result, and nothing else. */
  readonly stdout: Output;
  /** Progress and messages. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that relative paths start from. */
  readonly cwd: string;
  /** Aborts when the user interrupts the command. */
  readonly signal: AbortSignal;
}

/** A command, callable in process. Never throws. */
export type Main = (argv: readonly string[], io: Io) => Promise<ExitCode>;
