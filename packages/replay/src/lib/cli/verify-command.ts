import type { Command } from '@commander-js/extra-typings';
import { ExitCode, type CliContext, type Io } from '@idvkit/cli-kit';

import { verifyArchive, type ArchiveFault } from '../archive/verify.ts';
import { DEFAULT_FOLDER, openArchive } from './open-archive.ts';

/** Adds `idv-replay verify`. */
export function addVerify(program: Command, context: CliContext): void {
  program
    .command('verify')
    .description('Read every byte of the archive and check it against its checksums')
    .option('--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER)
    .action(context.run((options: { dir: string }) => verify(options.dir, context.io)));
}

async function verify(dir: string, io: Io): Promise<ExitCode> {
  const { captures, bytes, faults } = await verifyArchive(await openArchive(dir, io));
  for (const fault of faults) io.stdout.write(`${describe(fault)}\n`);
  const wrong = faults.filter(({ kind }) => kind !== 'orphan').length;
  io.stdout.write(`${captures} captures, ${bytes} bytes: ${wrong === 0 ? 'in order' : `${wrong} faults`}\n`);
  return wrong === 0 ? ExitCode.ok : ExitCode.findings;
}

function describe(fault: ArchiveFault): string {
  switch (fault.kind) {
    case 'journal-line':
      return `Line ${fault.line} of ${fault.file} ${fault.problem}`;
    case 'body-missing':
      return `The body of capture ${fault.id} is missing`;
    case 'body-changed':
      return `The body of capture ${fault.id} is not what was received`;
    case 'orphan':
      return `No capture names ${fault.file}: left over from a delivery that was not acknowledged`;
  }
}
