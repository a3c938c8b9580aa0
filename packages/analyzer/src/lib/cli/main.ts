import { readVersion, runCli, type Main } from '@idvkit/cli-kit';

import { addHits } from './hits-command.ts';
import { addShape } from './shape-command.ts';
import { addSummary } from './summary-command.ts';

const EXAMPLES = `
Examples:
  idv-analyze delivery.json                       What is in a delivery, on one screen
  idv-analyze hits delivery.json --number 17      One hit, masked
  idv-analyze shape delivery.json                 Which fields hits have

Without a command, idv-analyze sums up its inputs: see idv-analyze summary --help.`;

/** The command `idv-analyze`. */
export const main: Main = (argv, io) => {
  const version = readVersion(import.meta.url);
  return runCli({
    name: 'idv-analyze',
    version,
    argv,
    io,
    program: (program, context) => {
      program
        .description('Says what is in an identity verification payload of any size, in constant memory.')
        .addHelpText('after', EXAMPLES);
      addSummary(program, context, version);
      addHits(program, context);
      addShape(program, context);
    },
  });
};
