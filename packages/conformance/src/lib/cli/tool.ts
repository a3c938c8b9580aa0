import type { CommandEntry, Tool } from '@idvkit/cli-kit/tool';

import { TOOL } from '../report/tool.ts';
import type { AddCommand, CommandTools } from './command.ts';

const HELP = `
Examples:
  Check the embedded mock, to see what a good service looks like:
    idv-conformance run
  Check a live service; the API token is taken from IDV_API_TOKEN:
    idv-conformance run --base-url https://idv.example.com --form-slug kyc
  See what the rules of a part of the contract are:
    idv-conformance rules "delivery.*"`;

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
    name: 'run',
    description: 'Check a service: call it under every condition of its contract',
    exits: CHECK_EXITS,
    load: async () => (await import('./run-command.ts')).addRunCommand,
  },
  {
    name: 'check',
    description: 'Check recorded traffic: an HTTP archive, a folder of captures, or bodies',
    exits: CHECK_EXITS,
    load: async () => (await import('./check-command.ts')).addCheckCommand,
  },
  {
    name: 'proxy',
    description: 'Check the traffic between a client and the service',
    exits: { ...CHECK_EXITS, 130: undefined },
    load: async () => (await import('./proxy-command.ts')).addProxyCommand,
  },
  {
    name: 'receiver',
    description: "Check a client's receiver: deliver to it as the service does",
    exits: { ...CHECK_EXITS, 2: 'the receiver cannot be audited, or wrong options' },
    load: async () => (await import('./receiver-command.ts')).addReceiverCommand,
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
    description: 'Explain a rule: the specification, the check, what it needs, faults, the fix',
    load: async () => (await import('./explain-command.ts')).addExplainCommand,
  },
  {
    name: 'rules',
    description: 'List the rules of the contract',
    load: async () => (await import('./rules-command.ts')).addRulesCommand,
  },
];

/** Help and lists need neither the mock nor the client: they are loaded only for a run. */
const OWN_TOOLS: CommandTools = {
  clock: { now: () => Date.now() },
  tool: TOOL,
  runConformance: async (options) => (await import('../run-conformance.ts')).runConformance(options),
  auditReceiver: async (options) => (await import('../receiver-audit/run-receiver-audit.ts')).auditReceiver(options),
  startProxy: async (options) => (await import('../proxy/start-proxy.ts')).startProxy(options),
};

/** Creates the tool `idv-conformance`. Tests replace its effects. */
export function createTool(tools: Partial<CommandTools> = {}): Tool {
  const all = { ...OWN_TOOLS, ...tools };
  return {
    ...TOOL,
    description: 'Checks that an identity verification service keeps its contract, rule by rule, with evidence.',
    help: HELP,
    exits: CHECK_EXITS,
    commands: COMMANDS.map(({ load, ...entry }): CommandEntry => {
      const withTools: CommandEntry['load'] = async () => {
        const add = await load();
        return (command, context) => add(command, context, all);
      };
      return { ...entry, load: withTools };
    }),
  };
}

/** The tool `idv-conformance`. */
export const tool: Tool = createTool();
