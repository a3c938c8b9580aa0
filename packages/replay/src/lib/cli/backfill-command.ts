import type { Command } from '@commander-js/extra-typings';
import {
  createProgress,
  ExitCode,
  optionWithDefault,
  parseDuration,
  parseRate,
  requireSecret,
  readBytes,
  cannot,
  type AddCommand,
  type Io,
  type OptionsOf,
} from '@idvkit/cli-kit';

import { backfill, type BackfillResult, type Wanted } from '../backfill/backfill.ts';
import { readWanted } from '../backfill/read-wanted.ts';
import { FOLDER_OPTION, openArchive, withArchive } from './open-archive.ts';
import { parseServiceAddress } from './service-address.ts';

const EXAMPLES = `
Examples:
  Applications that a conformance run created:
    idvkit archive backfill idvkit.ledger.json \\
      --base-url https://idv.example.com
  Slugs of your database, one per line, from standard input:
    psql -tAc 'select slug from kyc' | idvkit archive backfill - \\
      --base-url https://idv.example.com --form-slug kyc

While it runs, idvkit capture or listen must receive the deliveries into the same archive. For each slug without a captured submit_form, it reads the result. If the application was submitted, it has the service send the webhook again, waits for the delivery, and prints its capture. Lifecycle events (update_status, drop_off) cannot be sent again: they are lost.

The API token comes from IDV_API_TOKEN, and goes only to --base-url: of a ledger, only the slugs of that service are used. Slugs give access: they are read from a file and printed as fingerprints.`;

/** Adds `idvkit archive backfill`. */
export const addBackfill: AddCommand = (command, { io, run }) => {
  define(command).action(run((file: string, options: Options) => runBackfill(file, options, io)));
};

type Options = OptionsOf<typeof define>;

function define(command: Command) {
  return command
    .argument('<slugs>', 'File: a ledger, or a slug per line; - for standard input')
    .requiredOption('--base-url <url>', 'Address of the service, which gets the API token', parseServiceAddress)
    .option('--form-slug <slug>', 'Form of the slugs; a ledger names it')
    .option(...FOLDER_OPTION)
    .addOption(optionWithDefault('--rate <n/s>', 'Calls per second at most', [parseRate, '2/s']))
    .addOption(optionWithDefault('--wait <duration>', 'Time in which a delivery must arrive', [parseDuration, '2m']))
    .option('--dry-run', 'Find what is missing, and have nothing sent')
    .addHelpText('after', EXAMPLES);
}

async function runBackfill(file: string, options: Options, io: Io): Promise<ExitCode> {
  const { baseUrl, formSlug, dir, rate, wait, dryRun = false } = options;
  const fix = 'Name a ledger or a file with a slug per line, or - for stdin.';
  const unusable = cannot('slugs-unreadable', `read the slugs from "${file}"`, fix);
  const content = (await readBytes(file, io, unusable)).toString();
  const wanted = readWanted(content, { baseUrl, formSlug, file });
  const token = await requireSecret(io, { what: 'API token', env: 'IDV_API_TOKEN' });
  const progress = createProgress({ io, clock: Date });
  return withArchive(openArchive(dir, io), async (archive) => {
    const results = await backfill(wanted, {
      archive,
      baseUrl,
      token,
      ratePerSecond: rate,
      waitMs: wait,
      dryRun,
      signal: io.signal,
      onProgress: (done, waiting) => progress.update(`${done}/${wanted.length} slugs, ${waiting} deliveries awaited`),
    }).finally(() => progress.end());
    return conclude(results, wanted, io);
  });
}

const TEXTS: Readonly<Record<BackfillResult['kind'], string>> = {
  captured: 'captured before',
  delivered: 'delivered again',
  missing: 'submitted, not captured',
  'not-arrived': 'sent again, but no delivery arrived',
  'not-submitted': 'not submitted',
  expired: 'expired: a drop_off is lost, if there was one',
  gone: 'unknown or deleted (404)',
  failed: 'failed',
};

function conclude(results: readonly BackfillResult[], wanted: readonly Wanted[], { stdout, signal }: Io): ExitCode {
  for (const { kind, fingerprint, capture, reason } of results) {
    if (kind === 'captured' || kind === 'not-submitted') continue;
    const details = [...(capture === undefined ? [] : [`as #${capture}`]), ...(reason === undefined ? [] : [reason])];
    stdout.write(`${[`slug ${fingerprint}`, TEXTS[kind], ...details].join('  ')}\n`);
  }
  const counts = Object.entries(TEXTS).flatMap(([kind, text]) => {
    const count = results.filter((result) => result.kind === kind).length;
    return count === 0 ? [] : [`${count} ${text}`];
  });
  const left = wanted.length - results.length;
  stdout.write(`${[...counts, ...(left > 0 ? [`${left} not looked at`] : [])].join(' · ')}\n`);
  const again = results.filter(({ kind }) => kind === 'delivered').length;
  if (again > 0)
    stdout.write('A delivery that is sent again has submit_form only: earlier update_status events are lost.\n');
  if (signal.aborted) return ExitCode.interrupted;
  const isComplete = results.every(({ kind }) => !['missing', 'not-arrived', 'failed'].includes(kind));
  return isComplete ? ExitCode.ok : ExitCode.findings;
}
