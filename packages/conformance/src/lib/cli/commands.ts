import type { CommandEntry } from '@idvkit/cli-kit';

import type { AddCommand, CommandTools } from './command.ts';

const GROUP = 'Check:';

/** Exit codes of commands that check rules. */
const CHECK_EXITS: CommandEntry['exits'] = {
  0: 'no rule failed',
  1: 'a rule failed; this goes before 2 and 3',
  2: 'the target could not be checked, or not wholly; or wrong options',
  3: 'no rule was tested, or a required rule was not',
  130: 'interrupted; what was seen until then is reported',
};

interface Listed extends Omit<CommandEntry, 'load'> {
  readonly load: () => Promise<AddCommand>;
}

/** In the order of the help. */
const COMMANDS: readonly Listed[] = [
  {
    name: 'check',
    description: 'Check a service, live or recorded, or the embedded mock, rule by rule',
    exits: CHECK_EXITS,
    essential: ['base-url', 'form-slug', 'config', 'fault', 'only', 'require', 'report', 'baseline'],
    load: async () => (await import('./check-command.ts')).addCheckCommand,
  },
  {
    name: 'proxy',
    description: 'Check the traffic between a client and the service',
    exits: { ...CHECK_EXITS, 130: undefined },
    essential: ['upstream', 'port', 'receiver-to', 'form-slug', 'config', 'only', 'report', 'baseline'],
    load: async () => (await import('./proxy-command.ts')).addProxyCommand,
  },
  {
    name: 'receiver',
    description: "Check a client's receiver: deliver to it as the service does",
    exits: { ...CHECK_EXITS, 2: 'the receiver cannot be audited, or wrong options' },
    essential: ['url', 'probe', 'max-body', 'only', 'require', 'report', 'json', 'verbose'],
    load: async () => (await import('./receiver-command.ts')).addReceiverCommand,
  },
  {
    name: 'harden',
    description: "Run a client's tests against the mock with each fault: find what they do not notice",
    exits: {
      0: 'the tests ran with every change, whatever they noticed',
      1: 'with --min: the tests noticed fewer faults',
      2: 'the tests fail against the correct mock or never call it; bad options',
      3: 'no fault was run',
      130: 'interrupted; what was run until then is reported',
    },
    load: async () => (await import('./harden-command.ts')).addHardenCommand,
  },
  {
    name: 'compare',
    description: 'Compare two targets or saved reports, also where nothing is specified',
    exits: { 0: 'no difference', 1: 'a difference', 2: 'a target or report could not be compared, or wrong options' },
    load: async () => (await import('./compare-command.ts')).addCompareCommand,
  },
  {
    name: 'report',
    description: 'Print a saved report, or write it in other formats',
    exits: { 0: 'the report was read and written, whatever it says' },
    load: async () => (await import('./report-command.ts')).addReportCommand,
  },
  {
    name: 'init',
    description: 'Write a configuration, a baseline and a CI job',
    load: async () => (await import('./init-command.ts')).addInitCommand,
  },
  {
    name: 'doctor',
    description: 'Check what a run needs: address, token, form, receiver, clocks, proxy',
    exits: { 0: 'ready', 1: 'something to fix' },
    load: async () => (await import('./doctor-command.ts')).addDoctorCommand,
  },
  {
    name: 'explain',
    description: 'Explain a rule: specification, check, needs, faults, fix; or list the rules',
    load: async () => (await import('./explain-command.ts')).addExplainCommand,
  },
];

/** Help and lists need neither the mock nor the client: they are loaded only for a run. */
const OWN_TOOLS: Omit<CommandTools, 'tool'> = {
  clock: { now: () => Date.now() },
  runConformance: async (options) => (await import('../run-conformance.ts')).runConformance(options),
  auditReceiver: async (options) => (await import('../receiver-audit/run-receiver-audit.ts')).auditReceiver(options),
  startProxy: async (options) => (await import('../proxy/start-proxy.ts')).startProxy(options),
};

/** Creates the commands that check. Tests replace their effects. */
export function createCommands(tools: Partial<CommandTools> = {}): readonly CommandEntry[] {
  return COMMANDS.map(({ load, ...entry }) => ({
    ...entry,
    group: GROUP,
    load: async () => {
      const [add, { TOOL }] = await Promise.all([load(), import('../report/tool.ts')]);
      return (command, context) => add(command, context, { ...OWN_TOOLS, tool: TOOL, ...tools });
    },
  }));
}

/** Commands that check a service, a receiver or recorded traffic. */
export const commands: readonly CommandEntry[] = createCommands();
