import { runTool, type Main } from '@idvkit/cli-kit/tool';

import { tool } from './tool.ts';

/** The command `idv-analyze`. */
export const main: Main = (argv, io) => runTool(tool, argv, io);
