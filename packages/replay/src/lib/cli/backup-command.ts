import { resolve } from 'node:path';

import type { Command } from '@commander-js/extra-typings';
import { backupArchive } from '@idvkit/archive';
import { CliError, counted, type CliContext } from '@idvkit/cli-kit';

import { FOLDER_OPTION, openToRead, withArchive } from './open-archive.ts';

const EXAMPLES = `
Examples:
  Copy an archive, also while it is in use:
    idvkit archive backup copies/2026-01-05

Do not copy the files of an archive in use yourself: archive.db and archive.db-wal would be of different moments.`;

/** Adds `idvkit archive backup`. */
export function addBackup(command: Command, { io, run }: CliContext): void {
  command
    .argument('<copy>', 'Folder of the copy: new or empty')
    .option(...FOLDER_OPTION)
    .addHelpText('after', EXAMPLES)
    .action(
      run((copy, { dir }) =>
        withArchive(openToRead(dir, io), async (archive) => {
          const captures = await backupArchive(archive, resolve(io.cwd, copy)).catch((cause: unknown) => {
            if (!(cause instanceof RangeError)) throw cause;
            throw new CliError({
              code: 'folder-not-empty',
              message: `Cannot copy the archive to "${copy}": the folder is not empty.`,
              fix: 'Name an empty or new folder.',
              cause,
            });
          });
          io.stdout.write(`Copied ${counted(captures, 'capture')} to ${copy}\n`);
        }),
      ),
    );
}
