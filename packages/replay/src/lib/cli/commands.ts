import type { AddCommand, CliContext, CommandEntry } from '@idvkit/cli-kit';

const GROUP = 'Deliveries:';

/** Servers run until Ctrl-C, which is their end. */
const SERVER_EXITS: CommandEntry['exits'] = { 0: 'ended with Ctrl-C', 130: undefined };

/** Loads only what a command needs: bodies of any size leave little memory for code. */
const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'listen',
    description: 'Keep deliveries, forward them and show them on a page, in one process',
    exits: SERVER_EXITS,
    load: async () => (await import('./listen-command.ts')).addListen,
    group: GROUP,
  },
  {
    name: 'capture',
    description: 'Receive deliveries and keep them; each is answered once it is on the disk',
    exits: SERVER_EXITS,
    load: async () => (await import('./capture-command.ts')).addCapture,
    group: GROUP,
    essential: ['port', 'dir', 'answer', 'forward-to', 'base-url', 'max-age', 'max-bytes'],
  },
  {
    name: 'list',
    description: 'List captures, in the order in which they came',
    load: async () => (await import('./list-command.ts')).addList,
    group: GROUP,
  },
  {
    name: 'show',
    description: 'Show the body of a capture, of any size, or its head; personal values are masked',
    exits: { 1: 'the body in the archive has changed' },
    load: async () => (await import('./show-command.ts')).addShow,
    group: GROUP,
  },
  {
    name: 'diff',
    description: 'Compare the bodies of two captures, path by path; personal values are masked',
    exits: { 0: 'the bodies are equal', 1: 'they differ' },
    load: async () => (await import('./diff-command.ts')).addDiff,
    group: GROUP,
  },
  {
    name: 'send',
    description: "Deliver captures again under the service's own rules",
    exits: { 0: 'every answer is as expected', 1: 'an answer is not' },
    load: async () => (await import('./send-command.ts')).addSend,
    group: GROUP,
    essential: ['to', 'fresh', 'set', 'times', 'rate', 'expect', 'resume', 'dry-run'],
  },
  {
    name: 'ui',
    description: 'Serve a page on this machine that shows what was captured, live, and sends it again',
    exits: SERVER_EXITS,
    load: async () => (await import('./ui-command.ts')).addUi,
    group: GROUP,
  },
  {
    name: 'archive',
    description: 'Keep an archive of captures: tag, import, export, scrub, merge, back up, prune, erase, verify',
    group: GROUP,
    commands: [
      {
        name: 'tag',
        description: 'Add tags to captures, to find them by, or remove tags',
        load: async () => (await import('./tag-command.ts')).addTag,
      },
      {
        name: 'backfill',
        description: 'Have the service send again what was submitted and not captured',
        exits: { 0: 'nothing is missing', 1: 'a delivery is missing, or a call failed' },
        load: async () => (await import('./backfill-command.ts')).addBackfill,
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
        name: 'merge',
        description: 'Merge archives into one: each capture once, and nothing that this one erased',
        exits: { 1: 'captures were left out' },
        load: async () => (await import('./merge-command.ts')).addMerge,
      },
      {
        name: 'backup',
        description: 'Copy an archive as it is at one moment, also while it is in use',
        load: async () => (await import('./backup-command.ts')).addBackup,
      },
      {
        name: 'prune',
        description: 'Remove the oldest captures, as erase does, until the archive keeps to its limits',
        load: async () => (await import('./prune-command.ts')).addPrune,
      },
      {
        name: 'erase',
        description: 'Remove captures for good: bodies, images, heads, and what was read from them',
        load: async () => (await import('./erase-command.ts')).addErase,
      },
      {
        name: 'verify',
        description: 'Read every byte of the archive, and check bodies against their hashes',
        exits: { 0: 'the archive is whole', 1: 'something is damaged or missing' },
        load: async () => (await import('./verify-command.ts')).addVerify,
      },
    ],
  },
];

/** Commands that capture, show and send deliveries. */
export const commands: readonly CommandEntry[] = COMMANDS.map(translating);

function translating({ load, commands: below, ...entry }: CommandEntry): CommandEntry {
  return {
    ...entry,
    ...(load && { load: (context) => withArchiveErrors(load(context)) }),
    ...(below && { commands: below.map(translating) }),
  };
}

/** Loads a command whose errors of an archive or of the system become messages. */
async function withArchiveErrors(adding: Promise<AddCommand>): Promise<AddCommand> {
  const [add, { toCliError }] = await Promise.all([adding, import('./to-cli-error.ts')]);
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
