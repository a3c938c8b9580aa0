import { CliError } from '@idvkit/cli-kit';

/** An input that cannot be read, or not to its end. */
export function inputUnreadable(name: string, state: string, cause?: unknown): CliError {
  return new CliError({
    code: 'input-unreadable',
    message: `Cannot read "${name}": ${state}.`,
    fix: 'Name JSON or NDJSON (also in gzip or zstd): a file, a folder, a glob, a capture archive, a URL, or - for standard input.',
    cause,
  });
}
