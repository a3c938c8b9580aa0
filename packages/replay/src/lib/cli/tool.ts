import { readVersion, type AddCommand, type CliContext, type CommandEntry, type Tool } from '@idvkit/cli-kit/tool';

const HELP = `
Examples:
  Keep what the service delivers:
    idv-replay capture --port 4020
  List the captures:
    idv-replay list
  Deliver capture 3 again, byte for byte:
    idv-replay send 3 --to http://127.0.0.1:8080/hook

The webhook secret comes from IDV_WEBHOOK_SECRET, or from the file that IDV_WEBHOOK_SECRET_FILE names.`;

/** In the order of the help. Each loads only what it needs: bodies of any size leave little memory for code. */
const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'capture',
    description: 'Receive deliveries and keep them; each is answered once it is on the disk',
    load: async () => (await import('./capture-command.ts')).addCapture,
  },
  {
    name: 'listen',
    description: 'Keep deliveries, pass them on and show them on a page, in one process',
    load: async () => (await import('./listen-command.ts')).addListen,
  },
  {
    name: 'list',
    description: 'List captures, in the order in which they came',
    load: async () => (await import('./list-command.ts')).addList,
  },
  {
    name: 'show',
    description: 'Show the body of a capture, of any size, or its head; personal values are masked',
    exits: { 1: 'the body in the archive has changed' },
    load: async () => (await import('./show-command.ts')).addShow,
  },
  {
    name: 'diff',
    description: 'Compare the bodies of two captures, path by path; personal values are masked',
    exits: { 0: 'the bodies are equal', 1: 'they differ' },
    load: async () => (await import('./diff-command.ts')).addDiff,
  },
  {
    name: 'tag',
    description: 'Add tags to captures, to find them by, or remove tags',
    load: async () => (await import('./tag-command.ts')).addTag,
  },
  {
    name: 'send',
    description: "Deliver captures again under the service's own rules",
    exits: { 0: 'every answer is as expected', 1: 'an answer is not' },
    load: async () => (await import('./send-command.ts')).addSend,
  },
  {
    name: 'backfill',
    description: 'Have the service send again what was submitted and not captured',
    exits: { 0: 'nothing is missing', 1: 'a delivery is missing, or a call failed' },
    load: async () => (await import('./backfill-command.ts')).addBackfill,
  },
  {
    name: 'ui',
    description: 'Serve a page on this machine that shows what was captured, live, and sends it again',
    load: async () => (await import('./ui-command.ts')).addUi,
  },
  {
    name: 'merge',
    description: 'Merge archives into one: each capture once, and nothing that one of them erased',
    exits: { 1: 'captures were left out' },
    load: async () => (await import('./merge-command.ts')).addMerge,
  },
  {
    name: 'import',
    description: 'Import recorded deliveries into the archive',
    exits: { 2: 'could not run, or no delivery was found' },
    load: async () => (await import('./import-command.ts')).addImport,
  },
  {
    name: 'export',
    description: 'Write captures in the formats of other tools',
    exits: { 0: 'everything was written', 1: 'a capture could not be written' },
    load: async () => (await import('./export-command.ts')).addExport,
  },
  {
    name: 'scrub',
    description: 'Copy an archive without personal data',
    exits: { 0: 'the copy was made', 1: 'no copy: an original would be left in it' },
    load: async () => (await import('./scrub-command.ts')).addScrub,
  },
  {
    name: 'verify',
    description: 'Read every byte of the archive and check it against its checksums',
    exits: { 0: 'the archive is whole', 1: 'something is damaged or missing' },
    load: async () => (await import('./verify-command.ts')).addVerify,
  },
  {
    name: 'erase',
    description:
      'Remove captures for good: bodies and images that no other capture has, and all that was read from them',
    load: async () => (await import('./erase-command.ts')).addErase,
  },
  {
    name: 'prune',
    description: 'Remove the oldest captures, as erase does, until the archive keeps to its limits',
    load: async () => (await import('./prune-command.ts')).addPrune,
  },
];

/** The tool `idv-replay`. */
export const tool: Tool = {
  name: 'idv-replay',
  version: readVersion(import.meta.url),
  description: 'Captures webhook deliveries byte for byte, keeps them safe, and posts them again.',
  help: HELP,
  exits: { 1: 'something differs, failed or is damaged' },
  commands: COMMANDS.map((entry) => ({ ...entry, load: () => withArchiveErrors(entry.load) })),
};

/** Loads a command whose errors of an archive or of the system become messages. */
async function withArchiveErrors(load: CommandEntry['load']): Promise<AddCommand> {
  const [add, { toCliError }] = await Promise.all([load(), import('./to-cli-error.ts')]);
  const translated =
    (run: CliContext['run']): CliContext['run'] =>
    (action) =>
      run(async (...args) => {
        try {
          return await action(...args);
        } catch (cause) {
          throw toCliError(cause);
        }
      });
  return (command, { io, argv, run, serve }) =>
    add(command, { io, argv, run: translated(run), serve: translated(serve) });
}
