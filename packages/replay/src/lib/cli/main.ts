import { readVersion, runCli, type Main } from '@idvkit/cli-kit';

import { addCapture } from './capture-command.ts';
import { addDiff } from './diff-command.ts';
import { addErase } from './erase-command.ts';
import { addExport } from './export-command.ts';
import { addImport } from './import-command.ts';
import { addList } from './list-command.ts';
import { addPrune } from './prune-command.ts';
import { addScrub } from './scrub-command.ts';
import { addSend } from './send-command.ts';
import { addShow } from './show-command.ts';
import { addTag } from './tag-command.ts';
import { addUi } from './ui-command.ts';
import { addVerify } from './verify-command.ts';

const EXAMPLES = `
Examples:
  idv-replay capture --port 4020                     Keep what the service delivers
  idv-replay list                                    What was kept
  idv-replay send 3 --to http://127.0.0.1:8080/hook  Deliver capture 3 again, byte for byte

The webhook secret comes from IDV_WEBHOOK_SECRET, or from the file that IDV_WEBHOOK_SECRET_FILE names.`;

/** The command `idv-replay`. */
export const main: Main = (argv, io) =>
  runCli({
    name: 'idv-replay',
    version: readVersion(import.meta.url),
    argv,
    io,
    program: (program, context) => {
      program
        .description('Captures webhook deliveries byte for byte, keeps them safe, and posts them again.')
        .addHelpText('after', EXAMPLES);
      addCapture(program, context);
      addList(program, context);
      addShow(program, context);
      addDiff(program, context);
      addTag(program, context);
      addSend(program, context);
      addUi(program, context);
      addImport(program, context);
      addExport(program, context);
      addScrub(program, context);
      addVerify(program, context);
      addErase(program, context);
      addPrune(program, context);
    },
  });
