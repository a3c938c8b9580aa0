/** How a command ends, for the shell. */
export const ExitCode = {
  /** In order. */
  ok: 0,
  /** Findings: a rule broken, a receiver failed, expectations not met. */
  findings: 1,
  /** Could not run: usage, configuration, unreadable or malformed input, target not reachable. */
  error: 2,
  /** Nothing can be said: nothing was observed, or what was required was not exercised. */
  inconclusive: 3,
  /** Interrupted; whatever was known by then is written. */
  interrupted: 130,
} as const;

/** One of the values of {@link ExitCode}. */
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];
