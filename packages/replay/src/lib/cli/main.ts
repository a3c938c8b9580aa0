import type { Command } from '@commander-js/extra-typings';
import { readVersion, runCli, type CliContext, type Main } from '@idvkit/cli-kit';

import { toCliError } from './to-cli-error.ts';

const EXAMPLES = `
Examples:
  idv-replay capture --port 4020                     Keep what the service delivers
  idv-replay list                                    List the captures
  idv-replay send 3 --to http://127.0.0.1:8080/hook  Deliver capture 3 again, byte for byte

The webhook secret comes from IDV_WEBHOOK_SECRET, or from the file that IDV_WEBHOOK_SECRET_FILE names.`;

type AddCommand = (program: Command, context: CliContext) => void;

/** In the order of the help. Each loads only what it needs: bodies of any size leave little memory for code. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  capture: async () => (await import('./capture-command.ts')).addCapture,
  list: async () => (await import('./list-command.ts')).addList,
  show: async () => (await import('./show-command.ts')).addShow,
  diff: async () => (await import('./diff-command.ts')).addDiff,
  tag: async () => (await import('./tag-command.ts')).addTag,
  send: async () => (await import('./send-command.ts')).addSend,
  ui: async () => (await import('./ui-command.ts')).addUi,
  import: async () => (await import('./import-command.ts')).addImport,
  export: async () => (await import('./export-command.ts')).addExport,
  scrub: async () => (await import('./scrub-command.ts')).addScrub,
  verify: async () => (await import('./verify-command.ts')).addVerify,
  erase: async () => (await import('./erase-command.ts')).addErase,
  prune: async () => (await import('./prune-command.ts')).addPrune,
};

/** The command `idv-replay`. */
export const main: Main = async (argv, io) => {
  const [name = ''] = argv;
  const named = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const additions = await Promise.all((named ? [named] : Object.values(COMMANDS)).map((load) => load()));
  return runCli({
    name: 'idv-replay',
    version: readVersion(import.meta.url),
    argv,
    io,
    program: (program, context) => {
      program
        .description('Captures webhook deliveries byte for byte, keeps them safe, and posts them again.')
        .addHelpText('after', EXAMPLES);
      const run: CliContext['run'] = (action) =>
        context.run(async (...args) => {
          try {
            return await action(...args);
          } catch (cause) {
            throw toCliError(cause);
          }
        });
      for (const add of additions) add(program, { ...context, run });
    },
  });
};
