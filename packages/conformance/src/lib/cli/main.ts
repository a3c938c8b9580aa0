import { runCli, type Main } from '@idvkit/cli-kit';
import { systemClock } from '@idvkit/delivery';

import { TOOL } from '../report/tool.ts';
import { addCheckCommand } from './check-command.ts';
import type { CommandTools } from './command.ts';
import { addProxyCommand } from './proxy-command.ts';
import { addReceiverCommand } from './receiver-command.ts';
import { addReportCommand } from './report-command.ts';
import { addRulesCommand } from './rules-command.ts';
import { addRunCommand } from './run-command.ts';

const EXAMPLES = `
Examples:
  Check the embedded mock, to see what a good service looks like:
    idv-conformance run
  Check a live service; the API token is taken from IDV_API_TOKEN:
    idv-conformance run --base-url https://idv.example.com --form-slug kyc
  See what the rules of a part of the contract are:
    idv-conformance rules "delivery.*"`;

const COMMANDS = [
  addRunCommand,
  addCheckCommand,
  addProxyCommand,
  addReceiverCommand,
  addReportCommand,
  addRulesCommand,
];

export function createMain(tools: Partial<CommandTools> = {}): Main {
  return (argv, io) =>
    runCli({
      ...TOOL,
      argv,
      io,
      program: (program, context) => {
        program
          .description('Checks that an identity verification service keeps its contract, rule by rule, with evidence.')
          .addHelpText('after', EXAMPLES);
        for (const add of COMMANDS) add(program, context, { ...OWN_TOOLS, ...tools });
      },
    });
}

/** Help and lists need neither the mock nor the client: they are loaded only for a run. */
const OWN_TOOLS: CommandTools = {
  clock: systemClock,
  tool: TOOL,
  runConformance: async (options) => (await import('../run-conformance.ts')).runConformance(options),
  auditReceiver: async (options) => (await import('../receiver-audit/run-receiver-audit.ts')).auditReceiver(options),
  startProxy: async (options) => (await import('../proxy/start-proxy.ts')).startProxy(options),
};

export const main: Main = createMain();
