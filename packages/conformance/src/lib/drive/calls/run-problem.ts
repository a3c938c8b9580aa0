/** What can keep a run from judging a target. Codes are public: reports and exit codes rest on them. */
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
 * Why a target could not be judged, or not wholly: something about the environment, never about a rule. What had been
 * observed until then is judged all the same.
 */
export interface RunProblem {
  readonly code: RunProblemCode;
  /** What went wrong, as one sentence without secrets, slugs or bodies. */
  readonly message: string;
  /** What to do about it, as one sentence. */
  readonly fix: string;
  /** What it rests on, where something was thrown. */
  readonly cause?: unknown;
}

/** Carries a {@link RunProblem} out of the depths of a run; never leaves the run itself. */
export class RunProblemError extends Error {
  readonly problem: RunProblem;

  constructor(problem: RunProblem) {
    super(problem.message, { cause: problem.cause });
    this.name = 'RunProblemError';
    this.problem = problem;
  }
}

/** The problem of a token that the target does not take. */
export function tokenRefused(target: string): RunProblem {
  return {
    code: 'token-refused',
    message: `Cannot create an application at ${target}: the API token is refused (401).`,
    fix: 'Set IDV_API_TOKEN, or `token` in the configuration, to a token of the portal (workspace, API Token) that is not revoked.',
  };
}
