import { CliError } from '@idvkit/cli-kit';
import type { AnalysisPart, AnalysisTask, CorpusSummary } from '@idvkit/schema/formats';

import { createCollector } from '../../corpus/create-collector.ts';
import { hashOf } from './run-task.ts';
import { toolDiffers } from './task-error.ts';
import { TOOL } from './tool.ts';

/** The corpus of the parts of a plan. */
export interface MergedParts {
  /** `complete` is false if a part is missing: its sources count as unread. */
  readonly corpus: CorpusSummary;
  /** Ids of the tasks without a part, in the order of the plan. */
  readonly missing: readonly string[];
  /** Number of different tasks in the plan. */
  readonly tasks: number;
  /** Parts that the plan does not name: they do not count. */
  readonly unplanned: number;
  /** The first inputs that could not be read to their end. */
  readonly failures: readonly string[];
  readonly failureCount: number;
}

/**
 * Merges parts as a set: the order does not matter, and a part that comes twice counts once. It holds one part at a time, and
 * 32 bytes of each.
 *
 * Corpora of plans that share no task merge on: see `createCollector`.
 *
 * @throws {CliError} `part-differs` if two parts of a task differ, `part-damaged`, or `tool-differs`.
 */
export async function mergeParts(
  parts: Iterable<AnalysisPart> | AsyncIterable<AnalysisPart>,
  { plan }: { readonly plan: Iterable<AnalysisTask> | AsyncIterable<AnalysisTask> },
): Promise<MergedParts> {
  const planned = new Map<string, { readonly sources: number; sha256?: string }>();
  for await (const { id, tool, sources } of plan) {
    if (tool !== TOOL) throw toolDiffers(`task ${id}`, tool, TOOL);
    if (!planned.has(id)) planned.set(id, { sources: sources.length });
  }
  const collector = createCollector();
  const failures: string[] = [];
  let failureCount = 0;
  let unplanned = 0;
  for await (const part of parts) {
    const known = planned.get(part.task);
    if (part.tool !== TOOL) throw toolDiffers(`the part of task ${part.task}`, part.tool, TOOL);
    if (part.sha256 !== hashOf(part.summary)) throw partError('part-damaged', part.task, 'its checksum differs');
    if (known === undefined) unplanned += 1;
    else if (known.sha256 === undefined) {
      known.sha256 = part.sha256;
      collector.merge(part.summary);
      failureCount += part.failureCount;
      if (failures.length < MAX_FAILURES) failures.push(...part.failures);
    } else if (known.sha256 !== part.sha256) {
      throw partError('part-differs', part.task, 'there is another part of the same task, with other content');
    }
  }
  const missing = [...planned].filter(([, { sha256 }]) => sha256 === undefined);
  for (const [, { sources }] of missing) collector.skip(sources);
  return {
    corpus: collector.result(),
    missing: missing.map(([id]) => id),
    tasks: planned.size,
    unplanned,
    failures: failures.slice(0, MAX_FAILURES),
    failureCount,
  };
}

const MAX_FAILURES = 20;

function partError(code: 'part-damaged' | 'part-differs', task: string, state: string): CliError {
  return new CliError({
    code,
    message: `Cannot merge the part of task ${task}: ${state}.`,
    fix: 'Let idvkit analyze work do the task again.',
  });
}
