import { readVersion, type AddCommand, type Tool } from '@idvkit/cli-kit/tool';

import { tuneEngine } from './tune-engine.ts';

const HELP = `
Examples:
  What is in a delivery, on one screen:
    idv-analyze delivery.json
  One hit, masked:
    idv-analyze hits delivery.json --number 17
  Which fields hits have:
    idv-analyze shape delivery.json

Without a command, idv-analyze sums up its inputs: see idv-analyze summary --help.`;

/** The tool `idv-analyze`. */
export const tool: Tool = {
  name: 'idv-analyze',
  version: readVersion(import.meta.url),
  description: 'Says what is in an identity verification payload of any size, in constant memory.',
  help: HELP,
  exits: { 1: 'nothing found, or something has changed' },
  commands: [
    {
      name: 'summary',
      description: 'Sum up payloads: sizes, outcomes, screenings, hits, warnings (default command)',
      exits: { 1: 'with --compare-hits: hits differ', 2: 'could not run, or an input could not be read whole' },
      isDefault: true,
      load: reading(async () => (await import('./summary-command.ts')).addSummary),
    },
    {
      name: 'hits',
      description: 'Print one hit by its number, or the hits that have a value',
      exits: { 0: 'found', 1: 'no hit has the value' },
      load: reading(async () => (await import('./hits-command.ts')).addHits),
    },
    {
      name: 'shape',
      description: 'Print the shape of hits, learned from them, or what changed in it',
      exits: { 1: 'with --compare: the shape has changed' },
      load: reading(async () => (await import('./shape-command.ts')).addShape),
    },
    {
      name: 'plan',
      description: 'Divide inputs into tasks for many machines',
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
};

/** Sets up the engine before most modules load. */
function reading(load: () => Promise<AddCommand>): () => Promise<AddCommand> {
  return () => {
    tuneEngine();
    return load();
  };
}
