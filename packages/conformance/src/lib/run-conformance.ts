import type { ConformanceRun } from './drive/conformance-run.ts';
import type { RunOptions } from './drive/run-options.ts';
import type { Observation } from './observation/observation.ts';
import type { RuleOutcome } from './rule/judge-all.ts';

/**
 * Drives a target through the scenarios and judges what was observed.
 *
 * Never throws for what a target does or lacks: a target that cannot be judged gives a run with a `problem`, and what had
 * been observed until then is judged all the same.
 */
export function runConformance(options: RunOptions = {}): Promise<ConformanceRun> {
  const observations: readonly Observation[] = [];
  const outcomes: readonly RuleOutcome[] = [];
  const run: ConformanceRun = {
    target: {
      baseUrl: options.baseUrl ?? 'http://127.0.0.1',
      formSlug: options.formSlug ?? 'kyc-camera',
      kind: 'embedded-mock',
    },
    startedAt: new Date().toISOString(),
    durationMs: 0,
    seed: options.seed ?? 0,
    complete: false,
    stopped: 'Nothing was driven',
    interrupted: false,
    observations,
    outcomes,
    canaries: { judged: 0, missed: [] },
    discoveries: [],
    skipped: [],
    created: [],
    secrets: [],
  };
  return Promise.resolve(run);
}
