import { withoutStyles } from './escape-text.ts';
import type { Io } from './io.ts';
import { printable } from './printable.ts';

/** One line on stderr that says what a command is at. */
export interface Progress {
  /** True if the line is shown. It is not if stderr is not a terminal, or a dumb one, or in continuous integration (`CI`). */
  readonly isShown: boolean;
  /** Shows another text, at most every 100 ms: what comes sooner is held back. */
  update(text: string): void;
  /** Prints a line that stays, above the progress line. Printed without a terminal as well. */
  message(text: string): void;
  /** Wipes the line. */
  end(): void;
}

/** Options of a progress line. */
export interface ProgressOptions {
  readonly io: Pick<Io, 'stderr' | 'env'>;
  /** Time, in milliseconds. */
  readonly clock: { now(): number };
  /** Milliseconds between two texts. Default 100. */
  readonly everyMs?: number;
}

const WIPE = '\r\u001B[2K';

/** Makes a progress line. */
export function createProgress({ io: { stderr, env }, clock, everyMs = 100 }: ProgressOptions): Progress {
  const shown = stderr.isTTY && env['TERM'] !== 'dumb' && (env['CI'] === undefined || env['CI'] === '');
  let line = '';
  let drawnAt = Number.NEGATIVE_INFINITY;
  const draw = (): void => {
    stderr.raw(WIPE);
    stderr.write(line);
    drawnAt = clock.now();
  };
  const wipe = (): void => {
    if (shown && drawnAt !== Number.NEGATIVE_INFINITY) stderr.raw(WIPE);
  };
  return {
    isShown: shown,
    update: (text) => {
      if (!shown) return;
      line = printable(withoutStyles(text), Math.max(1, stderr.columns - 1));
      if (clock.now() - drawnAt >= everyMs) draw();
    },
    message: (text) => {
      wipe();
      stderr.write(`${text}\n`);
      if (shown && line !== '') draw();
    },
    end: () => {
      wipe();
      line = '';
      drawnAt = Number.NEGATIVE_INFINITY;
    },
  };
}
