/** How a target is explored at random. */
export interface FuzzOptions {
  /** Random sequences to play. */
  readonly runs: number;
  /** Steps of a sequence at most. Default 12. */
  readonly maxSteps?: number;
  /** Plays one sequence again: what an earlier run printed, together with its seed. */
  readonly path?: string;
  /** Whether the scenarios run as well. Default true. */
  readonly scenarios?: boolean;
  /** Lets applications of a live target expire and be deleted, too. Default false. */
  readonly destructive?: boolean;
}
