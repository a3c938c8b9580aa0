import type { CommandEntry } from '@idvkit/cli-kit';

const GROUP = 'Mock service:';

/** Commands of the mock service. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'mock',
    description: 'Serve the service in memory: endpoints, webhooks, hosted form, portal, faults',
    group: GROUP,
    exits: {
      0: 'ended with Ctrl-C',
      1: 'with --fail-on-audit: a client rule failed',
      3: 'with --fail-on-audit: no client called',
      130: undefined,
    },
    essential: ['port', 'form', 'webhook', 'fault', 'variation', 'state', 'fail-on-audit', 'json'],
    load: async () => (await import('./serve-command.ts')).addServe,
  },
  {
    name: 'trigger',
    description: 'Deliver one generated event to a receiver',
    group: GROUP,
    exits: { 0: 'the receiver acknowledged the delivery', 1: 'it did not' },
    load: async () => (await import('./trigger-command.ts')).addTrigger,
  },
];
