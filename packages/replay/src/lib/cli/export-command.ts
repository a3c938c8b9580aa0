import { readdir, stat } from 'node:fs/promises';
import { dirname, extname, join, resolve } from 'node:path';

import type { Command } from '@commander-js/extra-typings';
import type { Archive, CaptureEntry } from '@idvkit/archive';
import { CliError, counted, ExitCode, writeFileAtomic, type CliContext, type Io } from '@idvkit/cli-kit';
import type { Captured } from '@idvkit/schema/formats';

import { exportFormats } from '../exchange/export/formats.ts';
import { withoutCredentials } from '../show/without-credentials.ts';
import { CAPTURES, CAPTURES_HELP, selectCaptures } from './choose-captures.ts';
import { FOLDER_OPTION, openToRead, withArchive } from './open-archive.ts';

const HELP = `
The name says the format: FILE.har, FILE.ndjson, or a folder for a script with curl and the bodies. stderr says what a format loses. Only you can read the files: they hold personal data. Scrub the archive first to share them.

Examples:
  idvkit archive export --out captures.ndjson
  idvkit archive export 3 latest --out captures.har
  idvkit archive export --out script
  TARGET=http://127.0.0.1:3000 sh script/send.sh

${CAPTURES_HELP} Without any, all are exported.`;

export function addExport(command: Command, { io, run }: CliContext): void {
  command
    .argument('[captures...]', CAPTURES)
    .requiredOption('--out <path>', 'FILE.har, FILE.ndjson, or a folder for a script with curl')
    .option(...FOLDER_OPTION)
    .addHelpText('after', HELP)
    .action(
      run((references, { out, dir }) => {
        const format = formatOf(out);
        const { isFolder, loses, files } = exportFormats[format];
        return withArchive(openToRead(dir, io), async (archive) => {
          const { captures, isComplete } = await present(archive, selectCaptures(archive, references, { io }), io);
          const target = resolve(io.cwd, out);
          if (!(await stat(dirname(target)).catch(() => undefined))?.isDirectory()) {
            throw new CliError({
              code: 'file-unwritable',
              message: `Cannot export to "${out}": its folder does not exist.`,
              fix: 'Name a file in a folder that exists.',
            });
          }
          if (isFolder && (await readdir(target).catch(() => [])).length > 0) {
            throw new CliError({
              code: 'folder-not-empty',
              message: `Cannot export to "${out}": the folder is not empty.`,
              fix: 'Name an empty or new folder with --out.',
            });
          }
          for await (const { path, content } of files({ archive, captures: captures.map(withoutCredentials) })) {
            io.signal.throwIfAborted();
            await writeFileAtomic(isFolder ? join(target, path) : target, content);
          }
          io.stderr.write(
            `${counted(captures.length, 'capture')} exported as ${format}: ${loses}; headers and query parameters that may be credentials are redacted.\n`,
          );
          return isComplete ? ExitCode.ok : ExitCode.findings;
        });
      }),
    );
}

/** Returns the format that a name says. @throws {CliError} `export-format`. */
function formatOf(out: string): keyof typeof exportFormats {
  const format = { '': 'curl', '.har': 'har', '.ndjson': 'ndjson' } as const;
  const extension = extname(out).toLowerCase();
  if (Object.hasOwn(format, extension)) return format[extension as keyof typeof format]; // A key, as the line says.
  throw new CliError({
    code: 'export-format',
    message: `Cannot export to "${out}": no format has the extension "${extension}".`,
    fix: 'Name FILE.har, FILE.ndjson, or a folder without an extension for a script with curl.',
  });
}

/** Returns the captures that can be exported, and reports the others. */
async function present(
  archive: Archive,
  entries: AsyncIterable<CaptureEntry>,
  io: Io,
): Promise<{ readonly captures: readonly Captured[]; readonly isComplete: boolean }> {
  const found: Captured[] = [];
  let isComplete = true;
  for await (const { captured } of entries) {
    if (await archive.isBodyWhole(captured)) {
      found.push(captured);
      continue;
    }
    io.stderr.write(`idvkit: Capture ${captured.id} is left out: its body is missing or changed.\n`);
    isComplete = false;
  }
  return { captures: found, isComplete };
}
