import { commands as payloads } from '@idvkit/analyzer/commands';
import { readVersion, type Tool } from '@idvkit/cli-kit';
import { commands as checks } from '@idvkit/conformance/commands';
import { commands as mock } from '@idvkit/mock/commands';
import { commands as deliveries } from '@idvkit/replay/commands';

const HELP = `
Examples:
  Check the embedded mock, to see a good run, and a bad one:
    idvkit check
    idvkit check --fault auth.absent.403
  Check a live service; the API token comes from IDV_API_TOKEN:
    idvkit check --base-url https://idv.example.com --form-slug kyc
  Keep what the service delivers, pass it on, and show it on a page:
    idvkit listen --to http://127.0.0.1:8080/hook
  Summarize a delivery:
    idvkit analyze delivery.json

"idvkit help COMMAND" prints the most used options of a command, and "idvkit COMMAND --help --all" prints all of them.`;

/** The tool `idvkit`: the commands of all packages. */
export const idvkit: Tool = {
  name: 'idvkit',
  version: readVersion(import.meta.url),
  description: 'Checks an identity verification service, its clients and their receivers.',
  help: HELP,
  exits: { 1: 'findings', 3: 'not tested' },
  commands: [
    ...checks,
    ...mock,
    ...deliveries,
    ...payloads,
    {
      name: 'completion',
      description: 'Print the completion script of a shell',
      group: 'This tool:',
      load: async () => (await import('./completion-command.ts')).addCompletion,
    },
    {
      name: 'commands',
      description: 'List every command with its options, for programs',
      group: 'This tool:',
      load: async () => (await import('./commands-command.ts')).addCommandList,
    },
  ],
};
