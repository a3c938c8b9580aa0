import type { Main } from '@idvkit/cli-kit';
import { commandLine } from '@idvkit/cli-kit/testing';

import { commands } from '../src/lib/cli/commands.ts';

export const main: Main = commandLine(commands, ['analyze']);

/** What lets processes that a command starts keep their compiled code, which halves their start. */
export const env = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };
