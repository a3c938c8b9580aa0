import { ArchiveError, type Archive, type CaptureEntry } from '@idvkit/archive';
import { CliError } from '@idvkit/cli-kit';

/** Finds the capture that a reference names. @throws {CliError} `capture-unknown`, `capture-ambiguous`. */
export async function findCapture(archive: Archive, reference: string): Promise<CaptureEntry> {
  try {
    return await archive.find(reference);
  } catch (cause) {
    if (!(cause instanceof ArchiveError)) throw cause;
    throw new CliError({
      code: cause.code,
      message: `Cannot find capture "${reference}": ${cause.message}.`,
      fix: 'Use a number of idv-replay list, latest, latest:submit_form, or more digits of its hash.',
      cause,
    });
  }
}
