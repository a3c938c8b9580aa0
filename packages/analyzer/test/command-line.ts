import type { Main } from '@idvkit/cli-kit';
import { commandLine } from '@idvkit/cli-kit/testing';

import { commands } from '../src/lib/cli/commands.ts';

export const main: Main = commandLine(commands, ['analyze']);
