import { tool as analyze } from '@idvkit/analyzer/cli';
import { readVersion, type CommandEntry, type Tool } from '@idvkit/cli-kit/tool';
import { tool as conformance } from '@idvkit/conformance/cli';
import { tool as mock } from '@idvkit/mock/cli';
import { tool as replay } from '@idvkit/replay/cli';

import { frontName } from './front-text.ts';

const HELP = `
Examples:
  Check the embedded mock, to see what a good service looks like:
    idvkit check
  Check a live service; the API token is taken from IDV_API_TOKEN:
    idvkit check --base-url https://idv.example.com --form-slug kyc
  Keep what the service delivers, and pass it on:
    idvkit capture --forward-to http://127.0.0.1:8080/hook
  What is in a delivery:
    idvkit analyze delivery.json

idvkit help COMMAND prints the options of a command. Each tool is also a package: @idvkit/conformance, @idvkit/mock, @idvkit/replay and @idvkit/analyzer.`;

const checks = commandsOf(conformance, 'Check:');

/** Checks if a command is one of `idv-conformance`. */
export function isCheck(name: string | undefined): boolean {
  return checks.some((entry) => entry.name === name);
}

/** The tool `idvkit`: the commands of all tools. A command that a tool adds is a command here as well. */
export const front: Tool = {
  name: 'idvkit',
  version: readVersion(import.meta.url),
  description: 'Checks an identity verification service, its clients and their receivers.',
  help: HELP,
  exits: { 1: 'findings', 3: 'not tested' },
  commands: [
    ...checks,
    { ...only(mock), name: 'mock', description: mock.description, group: 'Mock service:' },
    {
      name: 'trigger',
      description: 'Deliver one generated event to a receiver',
      group: 'Mock service:',
      exits: { 0: 'the receiver acknowledged the delivery', 1: 'it did not' },
      load: async () => (await import('./trigger-command.ts')).addTrigger,
    },
    ...commandsOf(replay, 'Deliveries:'),
    {
      name: 'analyze',
      description: analyze.description,
      group: 'Payloads:',
      load: async () => (command) => command.addHelpText('after', analyze.help),
      exits: analyze.exits,
      commands: analyze.commands,
    },
    {
      name: 'completion',
      description: 'Print the completion script of a shell',
      group: 'This tool:',
      load: async () => (await import('./completion-command.ts')).addCompletion,
    },
  ],
};

function commandsOf(tool: Tool, group: string): readonly CommandEntry[] {
  return tool.commands.map((entry) => ({ ...entry, name: frontName(tool.name, entry.name), group }));
}

function only({ name, commands: [entry, ...others] }: Tool): CommandEntry {
  if (!entry || others.length > 0) throw new Error(`${name} has one command`);
  const { isDefault: _, ...command } = entry;
  return command;
}
