import type { Command } from '@commander-js/extra-typings';
import { verifyArchive, type ArchiveFault } from '@idvkit/archive';
import { ExitCode, printable, counted, type CliContext } from '@idvkit/cli-kit';
import type { ArchiveVerification } from '@idvkit/schema/formats';

import { FOLDER_ARGUMENT, openToRead, withArchive } from './open-archive.ts';

const EXAMPLES = `
Examples:
  Check what is in ./idvkit.capture:
    idvkit archive verify
  For a program:
    idvkit archive verify --json

It checks what SQLite checks, each body and image against its hash, and that no number is missing. The next capture, prune or erase deletes files that no capture names. If archive.db itself is damaged, restore a backup, or read what is left with: sqlite3 archive.db .recover`;

export function addVerify(command: Command, { io, run }: CliContext): void {
  command
    .argument(...FOLDER_ARGUMENT)
    .option('--json', 'Print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action(
      run((folder, { json }) =>
        withArchive(openToRead(folder, io), async (archive) => {
          const { captures, bytes, faults, complete } = await verifyArchive(archive, { signal: io.signal });
          const wrong = faults.filter(({ kind }) => kind !== 'orphan').length;
          const exitCode = wrong === 0 ? ExitCode.ok : ExitCode.findings;
          if (json === true) {
            const document = {
              format: 'idvkit.archive-verification',
              version: 1,
              complete,
              captures,
              bytes,
              faults: [...faults],
            } satisfies ArchiveVerification;
            io.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
            return exitCode;
          }
          for (const fault of faults) io.stdout.write(`${describe(fault)}\n`);
          const state = wrong === 0 ? 'in order' : counted(wrong, 'fault');
          const end = complete ? state : `interrupted; ${state} until then`;
          io.stdout.write(`${counted(captures, 'capture')}, ${bytes} bytes: ${end}\n`);
          return exitCode;
        }),
      ),
    );
}

function describe(fault: ArchiveFault): string {
  switch (fault.kind) {
    case 'database':
      return `SQLite reports of archive.db: ${printable(fault.problem)}`;
    case 'capture-missing':
      return `Capture ${fault.id} is missing: it was neither erased nor is it there`;
    case 'capture-changed':
      return `The entry of capture ${fault.id} is damaged`;
    case 'body-missing':
      return `The body of capture ${fault.id} is missing`;
    case 'body-changed':
      return `The body of capture ${fault.id} is not what was received`;
    case 'image-missing':
      return `An image of capture ${fault.id} is missing`;
    case 'image-changed':
      return `An image of capture ${fault.id} is not what was fetched`;
    case 'orphan':
      return `No capture names ${fault.file}: it is left over from a delivery that was not acknowledged, or from an erasure`;
  }
}
