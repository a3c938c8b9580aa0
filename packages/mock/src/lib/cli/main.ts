import { ExitCode, exitCodesText, runCli, type Main } from '@idvkit/cli-kit';

import { addServe } from './serve-command.ts';
import { tool } from './tool.ts';

/** The command `idv-mock`. */
export const main: Main = (argv, io) => {
  const { name, version, description, exits } = tool;
  return runCli({
    name,
    version,
    argv,
    io,
    interrupted: ExitCode.ok,
    program: (program, context) => {
      addServe(program.description(description), context);
      program.addHelpText('after', exitCodesText(exits));
    },
  });
};
