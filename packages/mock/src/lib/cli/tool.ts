import { readVersion, type Tool } from '@idvkit/cli-kit/tool';

const DESCRIPTION = 'The identity verification service, in memory: endpoints, webhooks, hosted form and portal.';

const EXITS: Tool['exits'] = {
  0: 'ended with Ctrl-C',
  1: 'with --fail-on-audit: a client rule failed',
  3: 'with --fail-on-audit: no client called',
  130: undefined,
};

/** The tool `idv-mock`, whose only command is the tool itself. */
export const tool: Tool = {
  name: 'idv-mock',
  version: readVersion(import.meta.url),
  description: DESCRIPTION,
  help: '',
  exits: EXITS,
  commands: [
    {
      name: 'serve',
      description: DESCRIPTION,
      isDefault: true,
      exits: EXITS,
      load: async () => (await import('./serve-command.ts')).addServe,
    },
  ],
};
