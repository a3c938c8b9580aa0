import { resolve } from 'node:path';

import type { Command } from '@commander-js/extra-typings';
import type { Archive } from '@idvkit/archive';
import { CliError, counted, ExitCode, type CliContext, type Io } from '@idvkit/cli-kit';

import { mergeArchives } from '../exchange/merge-archives.ts';
import { openOrCreateArchive, openToRead, withArchive } from './open-archive.ts';

const HELP = `
Captures come in the order in which they were received, and get new numbers. A capture that several archives have counts once, so a merge can be repeated. What the merged archive has erased does not come back. What another archive has erased counts only with --erasures: the author of that archive then decides what is erased. What a limit of one archive has pruned stays in the others. Tags, images and attempts to forward come along, attempts to send do not.

Examples:
  One archive of three captures behind a balancer:
    idvkit archive merge node-1 node-2 node-3 --out all`;

export function addMerge(command: Command, { io, run }: CliContext): void {
  command
    .argument('<folders...>', 'Folders of the archives')
    .requiredOption('--out <folder>', 'Archive that gets the captures; made if missing')
    .option('--erasures', 'Also erase what these archives have erased')
    .addHelpText('after', HELP)
    .action(run((folders: string[], options: MergeOptions) => merge(folders, options, io)));
}

interface MergeOptions {
  readonly out: string;
  readonly erasures?: true | undefined;
}

async function merge(folders: readonly string[], { out, erasures }: MergeOptions, io: Io): Promise<ExitCode> {
  if (folders.some((folder) => resolve(io.cwd, folder) === resolve(io.cwd, out))) {
    throw new CliError({
      code: 'usage',
      message: `Cannot merge "${out}" into itself.`,
      fix: 'Name another folder with --out.',
    });
  }
  const sources: Archive[] = [];
  try {
    for (const folder of folders) sources.push(openToRead(folder, io));
    const result = await withArchive(openOrCreateArchive(out, io), (into) =>
      mergeArchives(sources, { into, erasures: erasures === true, signal: io.signal }),
    );
    const { captures, repeated, erased, leftOut } = result;
    io.stdout.write(`Merged ${counted(captures, 'capture')} into ${out}; ${repeated} repeated, ${erased} erased.\n`);
    if (leftOut === 0) return ExitCode.ok;
    io.stderr.write(`idvkit: Left out ${counted(leftOut, 'capture')}: body missing or changed.\n`);
    return ExitCode.findings;
  } finally {
    for (const archive of sources) await archive.close();
  }
}
