/** Conditions of calls or deliveries in a run, in pairs or triples. */
export interface PlanCoverage {
  readonly feasible: number;
  readonly covered: number;
  /** Why others are not covered, most frequent first. */
  readonly leftOut: readonly { readonly reason: string; readonly tuples: number }[];
}

/** Conditions in pairs, and in triples if these were planned. */
export interface Coverages {
  readonly pairs: PlanCoverage;
  readonly triples?: PlanCoverage;
}

/** Plan of a run, as far as it is known before its first call. */
export interface RunPlan {
  /** Conditions that the planned calls have; absent if none are planned. */
  readonly calls?: PlanCoverage;
  /** Conditions that the planned deliveries have; absent if none are planned. */
  readonly deliveries?: PlanCoverage;
  /** Number of values that are combined: 2 for pairs, 3 for triples. */
  readonly strength: 2 | 3;
  /** Estimate of what the run takes. Calls are within a fifth, unless something fails. */
  readonly expected: { readonly calls: number; readonly applications: number; readonly seconds: number };
}
