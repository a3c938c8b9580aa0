/** Reasons why a target cannot be judged. Codes are public: reports and exit codes depend on them. */
export type RunProblemCode =
  | 'target-unreachable'
  | 'target-hangs'
  | 'target-not-this-service'
  | 'target-redirects'
  | 'target-unavailable'
  | 'target-rate-limited'
  | 'token-refused'
  | 'form-unknown'
  | 'receiver-unavailable'
  | 'receiver-unreachable'
  | 'secret-refused'
  | 'probe-unusable'
  | 'operator-unusable'
  | 'ledger-unusable'
  | 'options-invalid';

/**
 * Reason why a target could not be judged, or not completely: a problem of the environment, never of a rule.
 * Observations up to then are still judged.
 */
export interface RunProblem {
  readonly code: RunProblemCode;
  /** Description of the error, as one sentence without secrets, slugs or bodies. */
  readonly message: string;
  /** Advice, as one sentence. */
  readonly fix: string;
  /** The error behind it, if any. */
  readonly cause?: unknown;
}

/** Carries a {@link RunProblem} to the end of a run; never leaves the run. */
export class RunProblemError extends Error {
  readonly problem: RunProblem;

  constructor(problem: RunProblem) {
    super(problem.message, { cause: problem.cause });
    this.name = 'RunProblemError';
    this.problem = problem;
  }
}

export function tokenRefused(target: string): RunProblem {
  return {
    code: 'token-refused',
    message: `Cannot create an application at ${target}: the API token is refused (401).`,
    fix: 'Set IDV_API_TOKEN, or `token` in the configuration, to a token of the portal (workspace, API Token) that is not revoked.',
  };
}
