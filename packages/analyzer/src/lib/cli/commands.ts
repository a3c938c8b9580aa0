import type { AddCommand, CommandEntry } from '@idvkit/cli-kit';

const GROUP = 'Payloads:';

/** Commands that read payloads. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'analyze',
    description: 'Summarize payloads of any size: outcomes, screenings, hits, sizes, warnings',
    group: GROUP,
    exits: { 1: 'with --since: hits differ', 2: 'could not run, or an input could not be read whole' },
    essential: ['json', 'report', 'since', 'profile', 'reveal', 'lines', 'workers'],
    load: reading(async () => (await import('./summary-command.ts')).addSummary),
    commands: [
      {
        name: 'hits',
        description: 'Print one hit by its number, or the hits that have a value',
        exits: { 0: 'found', 1: 'no hit has the value' },
        essential: ['number', 'where', 'line', 'profile', 'lines', 'reveal'],
        load: reading(async () => (await import('./hits-command.ts')).addHits),
      },
      {
        name: 'shape',
        description: 'Print the shape of hits, learned from them, or what changed in it',
        exits: { 1: 'with --since: the shape has changed' },
        essential: ['json', 'since', 'provider', 'files-from', 'lines'],
        load: reading(async () => (await import('./shape-command.ts')).addShape),
      },
      {
        name: 'plan',
        description: 'Divide inputs into tasks for many machines',
        essential: ['out', 'task-bytes', 'files-from', 'lines', 'profile', 'rows', 'enqueue'],
        load: async () => (await import('./parts/plan-command.ts')).addPlan,
      },
      {
        name: 'work',
        description: 'Do the tasks of a plan that have no part yet',
        exits: { 0: 'all tasks have a part', 2: 'could not run, or a task failed' },
        load: async () => (await import('./parts/work-command.ts')).addWork,
      },
      {
        name: 'collect',
        description: 'Merge the parts of a plan into one summary',
        exits: { 2: 'could not run, or a payload could not be read whole', 3: 'parts are missing' },
        load: async () => (await import('./parts/collect-command.ts')).addCollect,
      },
    ],
  },
];

/** Sets up the engine before most modules load, if the command is to run. */
function reading(load: () => Promise<AddCommand>): NonNullable<CommandEntry['load']> {
  return async ({ argv }) => {
    if (argv.length > 0) (await import('./tune-engine.ts')).tuneEngine();
    return load();
  };
}
