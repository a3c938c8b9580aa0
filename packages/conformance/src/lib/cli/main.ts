import { runTool, type Main } from '@idvkit/cli-kit/tool';

import type { CommandTools } from './command.ts';
import { createTool } from './tool.ts';

/** Creates the command `idv-conformance`. Tests replace its effects. */
export function createMain(tools: Partial<CommandTools> = {}): Main {
  return (argv, io) => runTool(createTool(tools), argv, io);
}

export const main: Main = createMain();
