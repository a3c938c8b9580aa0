import { runTool, type Main } from '@idvkit/cli-kit';

import { idvkit } from './idvkit.ts';

/** The command `idvkit`. */
export const main: Main = (argv, io) => runTool(idvkit, argv, io);
