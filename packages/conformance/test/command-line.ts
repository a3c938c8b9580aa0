import type { Main } from '@idvkit/cli-kit';
import { commandLine } from '@idvkit/cli-kit/testing';

import type { CommandTools } from '../src/lib/cli/command.ts';
import { createCommands } from '../src/lib/cli/commands.ts';

/** Creates the command line of this package. Tests replace its effects. */
export function createMain(tools: Partial<CommandTools> = {}): Main {
  return commandLine(createCommands(tools));
}

export const main: Main = createMain();
