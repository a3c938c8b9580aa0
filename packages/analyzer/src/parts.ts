export { mergeParts, type MergedParts } from './lib/cli/parts/merge-parts.ts';
export { planTasks, type PlanOptions } from './lib/cli/parts/plan-tasks.ts';
export { runTask } from './lib/cli/parts/run-task.ts';
