import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { AmlFlag, Archive, CaptureFilter, ReceiverState } from '@idvkit/archive';
import { CliError, collect, parseDuration, parseSize, type Io } from '@idvkit/cli-kit';
import { applicationStatus, ekycOutcome } from '@idvkit/schema';
import { InvalidArgumentError } from 'commander';

import { readSlug } from './read-slug.ts';

/** Options by which captures are chosen. */
export interface FilterOptions {
  readonly type: readonly string[];
  readonly status: readonly string[];
  readonly ekyc: readonly string[];
  readonly aml: readonly AmlFlag[];
  readonly tag: readonly string[];
  readonly answered: readonly (number | null)[];
  readonly notPassedOn?: true | undefined;
  readonly notSent?: true | undefined;
  readonly failed?: true | undefined;
  readonly slugFrom?: string | undefined;
  readonly nounce?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly minSize?: number | undefined;
  readonly maxSize?: number | undefined;
}

const NONE: readonly string[] = [];
const AML_FLAGS: readonly AmlFlag[] = ['pep', 'warnings', 'sanctions', 'adverse_media', 'fitness_probity'];

/** Adds the options by which captures are chosen. Several are all to hold; one given twice is met by either. */
export function addFilterOptions<Args extends unknown[], Opts extends OptionValues, Global extends OptionValues>(
  command: Command<Args, Opts, Global>,
): Command<Args, Opts & FilterOptions, Global> {
  command
    .option('--type <type>', 'Of this event type', collect, NONE)
    .option('--status <status>', 'Of this application.status', collect, NONE)
    .option('--ekyc <outcome>', 'Of this other_status.ekyc', collect, NONE)
    .option('--aml <flag>', `Screened with a find in ${AML_FLAGS.join(', ')}`, collectFlag, [] as readonly AmlFlag[])
    .option('--tag <tag>', 'With this tag; several are all to be there', collect, NONE)
    .option(
      '--answered <status>',
      'Answered with this status when captured, or none',
      collectAnswer,
      [] as readonly (number | null)[],
    )
    .option('--not-passed-on', 'That --forward-to did not pass on, and no receiver had since')
    .option('--not-sent', 'That no receiver had: neither passed on nor sent')
    .option('--failed', 'Whose last receiver did not answer 2xx')
    .option('--slug-from <file>', 'Of the application whose slug is in this file, - for stdin')
    .option('--nounce <nounce>', 'With this nounce')
    .option('--since <time>', 'Received then or later: 2026-01-05, 2026-01-05T03:00:00Z, or 2h ago as 2h', parseTime)
    .option('--until <time>', 'Received before then', parseTime)
    .option('--min-size <size>', 'Of this size or more: 10KB, 1MiB', parseSize)
    .option('--max-size <size>', 'Of this size or less', parseSize);
  // The options that were added are those of FilterOptions.
  return command as unknown as Command<Args, Opts & FilterOptions, Global>;
}

/**
 * Turns the options into a filter; `undefined` if none was given.
 *
 * @throws {CliError} for a period without a moment, and for values that neither the service has nor a capture of the archive.
 */
export async function toFilter(
  options: FilterOptions,
  { archive, io }: { readonly archive: Archive; readonly io: Io },
): Promise<CaptureFilter | undefined> {
  const { type, status, ekyc, aml, tag, answered, slugFrom, nounce, since, until, minSize, maxSize } = options;
  const receivers: ReceiverState[] = [
    ...(options.notPassedOn ? (['not-passed-on'] as const) : []),
    ...(options.notSent ? (['not-sent'] as const) : []),
    ...(options.failed ? (['failed'] as const) : []),
  ];
  const filter: CaptureFilter = {
    ...(type.length > 0 && { types: type }),
    ...(status.length > 0 && { statuses: status }),
    ...(ekyc.length > 0 && { ekyc }),
    ...(aml.length > 0 && { aml }),
    ...(tag.length > 0 && { tags: tag }),
    ...(answered.length > 0 && { answers: answered }),
    ...(receivers.length > 0 && { receivers }),
    ...(slugFrom !== undefined && { slug: await readSlug(slugFrom, io) }),
    ...(nounce !== undefined && { nounce }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(minSize !== undefined && { minBytes: minSize }),
    ...(maxSize !== undefined && { maxBytes: maxSize }),
  };
  if (since !== undefined && until !== undefined && since >= until) {
    throw new CliError({
      code: 'period-empty',
      message: 'Cannot choose captures: --since is not before --until.',
      fix: 'Give an earlier --since, or a later --until.',
    });
  }
  await requireKnown('--status', { given: status, known: applicationStatus.options }, (value) =>
    archive.count({ statuses: [value] }),
  );
  await requireKnown('--ekyc', { given: ekyc, known: ekycOutcome.options }, (value) =>
    archive.count({ ekyc: [value] }),
  );
  return Object.keys(filter).length === 0 ? undefined : filter;
}

/** Tells a typo from a filter that chooses nothing today. Invalid deliveries have other values than the service's, so these count as well. */
async function requireKnown(
  option: string,
  { given, known }: { readonly given: readonly string[]; readonly known: readonly string[] },
  count: (value: string) => Promise<number>,
): Promise<void> {
  for (const value of given) {
    if (known.includes(value) || (await count(value)) > 0) continue;
    throw new CliError({
      code: 'filter-unknown',
      message: `Cannot choose captures: ${option} "${value}" is unknown, and no capture has it.`,
      fix: `Use one of ${known.join(', ')}.`,
    });
  }
}

function collectFlag(text: string, before: readonly AmlFlag[]): readonly AmlFlag[] {
  const flag = AML_FLAGS.find((known) => known === text);
  if (flag === undefined) throw new InvalidArgumentError(`Give one of ${AML_FLAGS.join(', ')}.`);
  return [...before, flag];
}

function collectAnswer(text: string, before: readonly (number | null)[]): readonly (number | null)[] {
  if (text === 'none') return [...before, null];
  if (/^[1-5]\d\d$/.test(text)) return [...before, Number(text)];
  throw new InvalidArgumentError('Give a status such as 204, or none.');
}

function parseTime(text: string): Date {
  if (/^\d+(?:\.\d+)?(?:ms|s|m|h|d)$/.test(text)) return new Date(Date.now() - parseDuration(text));
  const isDated = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = new Date(text);
  if (isDated && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('Give a date, a time with its offset, or a duration such as 2h.');
}
