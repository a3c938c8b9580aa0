import type { Command } from '@commander-js/extra-typings';
import type { AmlFlag, CaptureFilter } from '@idvkit/archive';
import {
  CliError,
  closest,
  collect,
  collectEach,
  parseDuration,
  parseSize,
  type Io,
  type OptionsOf,
} from '@idvkit/cli-kit';
import { AML_LISTS, applicationStatus, ekycOutcome, KNOWN_EVENT_TYPES } from '@idvkit/schema';
import { InvalidArgumentError } from 'commander';

import type { NamedArchive } from './open-archive.ts';
import { readPrivateText } from './read-private-text.ts';

export type FilterOptions = OptionsOf<typeof addFilterOptions>;

/** Adds the options by which captures are chosen. All that are given have to match; if one is given twice, either value matches. */
export function addFilterOptions(command: Command) {
  return command
    .optionsGroup('Which captures:')
    .option('--type <type>', 'Of this event type', collect, [])
    .option('--status <status>', 'Of this application.status', collect, [])
    .option('--ekyc <outcome>', 'Of this other_status.ekyc', collect, [])
    .option('--aml <flag>', `Screened with a find in ${AML_LISTS.join(', ')}`, collectEach(parseFlag), [])
    .option('--tag <tag>', 'With this tag; several tags all have to match', collect, [])
    .option('--answered <status>', 'Answered with this status when captured, or none', collectEach(parseAnswer), [])
    .option('--not-passed-on', 'That --forward-to did not pass on, and no receiver had since')
    .option('--not-sent', 'That no receiver had: neither passed on nor sent')
    .option('--failed', 'Whose last receiver did not answer 2xx')
    .option('--slug-from <file>', 'Only of the application whose slug is in FILE, - for stdin')
    .option('--nounce <nounce>', 'With this nounce')
    .option('--since <time>', 'Received then or later: 2026-01-05, 2026-01-05T03:00:00Z, or 2h ago as 2h', parseTime)
    .option('--until <time>', 'Received before then', parseTime)
    .option('--min-size <size>', 'Of this size or more: 10KB, 1MiB', parseSize)
    .option('--max-size <size>', 'Of this size or less', parseSize);
}

/**
 * Turns the options into a filter; `undefined` if there are none.
 * @throws {CliError} for an empty period, and for values that neither the service nor a capture of the archives has.
 */
export async function toFilter(
  options: FilterOptions,
  { archives, io }: { readonly archives: readonly Pick<NamedArchive, 'archive'>[]; readonly io: Io },
): Promise<CaptureFilter | undefined> {
  const { type, status, ekyc, aml, tag, answered, slugFrom, nounce, since, until, minSize, maxSize } = options;
  if (since !== undefined && until !== undefined && since >= until) {
    throw new CliError({
      code: 'period-empty',
      message: 'Cannot choose captures: --since is not before --until.',
      fix: 'Give an earlier --since, or a later --until.',
    });
  }
  const isKnown = async (filter: CaptureFilter): Promise<boolean> => {
    for (const { archive } of archives) if ((await archive.count(filter)) > 0) return true;
    return false;
  };
  await requireKnown('--type', {
    given: type,
    known: KNOWN_EVENT_TYPES,
    isKnown: (value) => isKnown({ types: [value] }),
  });
  await requireKnown('--status', {
    given: status,
    known: applicationStatus.options,
    isKnown: (value) => isKnown({ statuses: [value] }),
  });
  await requireKnown('--ekyc', {
    given: ekyc,
    known: ekycOutcome.options,
    isKnown: (value) => isKnown({ ekyc: [value] }),
  });
  const slug = slugFrom === undefined ? undefined : await readPrivateText(slugFrom, 'slug', io);
  const receivers = [
    options.notPassedOn && 'not-passed-on',
    options.notSent && 'not-sent',
    options.failed && 'failed',
  ].filter((state) => state !== undefined);
  const lists = { types: type, statuses: status, ekyc, aml, tags: tag, answers: answered, receivers };
  const values = { slug, nounce, since, until, minBytes: minSize, maxBytes: maxSize };
  const given = [
    ...Object.entries(lists).filter(([, list]) => list.length > 0),
    ...Object.entries(values).filter(([, value]) => value !== undefined),
  ];
  // The names and types are those of CaptureFilter; members without a value are left out.
  return given.length === 0 ? undefined : (Object.fromEntries(given) as CaptureFilter);
}

/** Rejects a typo. Invalid deliveries have other values than those of the service, so values of captures are known as well. */
async function requireKnown(
  option: string,
  {
    given,
    known,
    isKnown,
  }: {
    readonly given: readonly string[];
    readonly known: readonly string[];
    readonly isKnown: (value: string) => Promise<boolean>;
  },
): Promise<void> {
  for (const value of given) {
    if (known.includes(value) || (await isKnown(value))) continue;
    const [meant] = closest(value, known);
    const suggestion = meant === undefined ? '' : `Did you mean "${meant}"? `;
    throw new CliError({
      code: 'filter-unknown',
      message: `Cannot choose captures: ${option} "${value}" is unknown, and no capture has it.`,
      fix: `${suggestion}Use one of ${known.join(', ')}.`,
    });
  }
}

function parseFlag(text: string): AmlFlag {
  const flag = AML_LISTS.find((known) => known === text);
  if (flag === undefined) throw new InvalidArgumentError(`Give one of ${AML_LISTS.join(', ')}.`);
  return flag;
}

function parseAnswer(text: string): number | null {
  if (text === 'none') return null;
  if (/^[1-5]\d\d$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Give a status such as 204, or none.');
}

function parseTime(text: string): Date {
  if (/^\d+(?:\.\d+)?(?:ms|s|m|h|d)$/.test(text)) return new Date(Date.now() - parseDuration(text));
  const isDated = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = new Date(text);
  if (isDated && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('Give a date, a time with its offset, or a duration such as 2h.');
}
