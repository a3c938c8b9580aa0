import { CliError } from '@idvkit/cli-kit';

/** An input that cannot be read, or not to its end. */
export function inputUnreadable(name: string, state: string, cause?: unknown): CliError {
  return new CliError({
    code: 'input-unreadable',
    message: `Cannot read "${name}": ${state}.`,
    fix: 'Name a file, folder, glob, capture archive or URL of JSON or NDJSON, or - for standard input. Gzip and zstd are fine.',
    cause,
  });
}
