import type { Command } from '@commander-js/extra-typings';
import { repairArchive, verifyArchive, type ArchiveFault } from '@idvkit/archive';
import { ExitCode, type CliContext } from '@idvkit/cli-kit';
import { counted } from '@idvkit/cli-kit/text';
import type { ArchiveVerification } from '@idvkit/schema/formats';

import { FOLDER_ARGUMENT, openArchive } from './open-archive.ts';

const EXAMPLES = `
Examples:
  Check what is in ./idvkit.capture:
    idvkit archive verify
  Cut off a torn last line, too, and delete unfinished files:
    idvkit archive verify --repair
  For a program:
    idvkit archive verify --json

index.sqlite is not checked: it is made from the other files, also if it is damaged or deleted.`;

export function addVerify(command: Command, { io, run }: CliContext): void {
  command
    .argument(...FOLDER_ARGUMENT)
    .option('--repair', 'Remove what a crash leaves: a torn line, unfinished files')
    .option('--json', 'Print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action(
      run(async (folder, { repair, json }) => {
        const archive = await openArchive(folder, io);
        const found = await verifyArchive(archive, { signal: io.signal });
        const repaired = repair === true ? await repairArchive(archive) : undefined;
        const { captures, bytes, faults, complete } =
          repaired === undefined ? found : await verifyArchive(archive, { signal: io.signal });
        const wrong = faults.filter(({ kind }) => kind !== 'orphan').length;
        if (json === true) {
          const document = {
            format: 'idvkit.archive-verification',
            version: 1,
            complete,
            captures,
            bytes,
            faults: [...faults],
            ...(repaired && {
              repaired: {
                torn: [...repaired.torn],
                deleted: [...repaired.deleted],
                overwritten: [...repaired.overwritten],
              },
            }),
          } satisfies ArchiveVerification;
          io.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
          return wrong === 0 ? ExitCode.ok : ExitCode.findings;
        }
        for (const name of repaired?.torn ?? []) io.stdout.write(`Cut off the torn last line of ${name}\n`);
        for (const file of repaired?.deleted ?? []) io.stdout.write(`Deleted ${file}, which no capture names\n`);
        for (const file of repaired?.overwritten ?? []) io.stdout.write(`Overwrote erased bodies in ${file}\n`);
        for (const fault of faults) io.stdout.write(`${describe(fault)}\n`);
        const state = wrong === 0 ? 'in order' : counted(wrong, 'fault');
        const end = complete ? state : `interrupted; ${state} until then`;
        io.stdout.write(`${captures} captures, ${bytes} bytes: ${end}\n`);
        return wrong === 0 ? ExitCode.ok : ExitCode.findings;
      }),
    );
}

function describe(fault: ArchiveFault): string {
  switch (fault.kind) {
    case 'journal-line':
      return `Line ${fault.line} of ${fault.file} ${fault.problem}`;
    case 'journal-end':
      return journalEnds[fault.end];
    case 'body-missing':
      return `The body of capture ${fault.id} is missing`;
    case 'body-changed':
      return `The body of capture ${fault.id} is not what was received`;
    case 'body-overlaps':
      return `The body of capture ${fault.id} overlaps with that of another: no capture writes such a file`;
    case 'image-missing':
      return `An image of capture ${fault.id} is missing`;
    case 'image-changed':
      return `An image of capture ${fault.id} is not what was fetched`;
    case 'orphan':
      if (fault.range === undefined) return `No capture names ${fault.file}: ${origins[fault.origin]}`;
      return `An erased body is left in ${fault.file}, which other captures name: ${fault.origin === 'erased' ? '--repair overwrites it' : 'one of them has some of its bytes, so --repair keeps it'}`;
  }
}

const journalEnds = {
  missing:
    'The end of journal.ndjson is missing: deliveries that were acknowledged may have no line. Restore it from a copy of the archive',
  unknown:
    'journal.end is missing or damaged: lines may be missing at the end of journal.ndjson. Restore both from a copy of the archive',
} as const;

const origins = {
  unfinished: 'left over from a delivery that was not acknowledged',
  erased: 'left over from a capture that was erased',
  unknown:
    'its line may be lost from the journal, and it may have been acknowledged, so --repair keeps it. Restore journal.ndjson from a copy, or delete the file yourself',
} as const;
