import { runTool, type Main } from '@idvkit/cli-kit/tool';

import { tool } from './tool.ts';

/** The command `idv-replay`. */
export const main: Main = (argv, io) => runTool(tool, argv, io);
