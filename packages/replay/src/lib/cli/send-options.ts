import { Option, type Command } from '@commander-js/extra-typings';
import {
  collectEach,
  optionWithDefault,
  parseDuration,
  parseInteger,
  parseRate,
  parseReport,
  parseUrl,
  type OptionsOf,
} from '@idvkit/cli-kit';
import type { SendPlan } from '@idvkit/schema/formats';
import { InvalidArgumentError } from 'commander';

import { parseSetValue } from '../edit/set-value.ts';
import { parseExpectation } from '../send/expectation.ts';
import { parseHeaderOverride } from '../send/request-headers.ts';
import { ALLOW_HOST_OPTION, asArgument, collectPrivate } from './option-values.ts';

const REPORT_KINDS = ['json', 'junit', 'baseline'] as const;

/** Options of the command. */
export type SendCommandOptions = {
  readonly dir: string;
  readonly slugFrom?: string | undefined;
} & OptionsOf<typeof addContentOptions> &
  OptionsOf<typeof addPaceOptions> &
  OptionsOf<typeof addReportOptions>;

/** Adds the options of {@link SendCommandOptions}, but for the folder and the slug. */
export function addSendOptions(command: Command): void {
  addContentOptions(command);
  addPaceOptions(command);
  addReportOptions(command);
}

function addContentOptions(command: Command) {
  return command
    .optionsGroup('Where to:')
    .option('--to <url>', 'Address of a receiver; several get every delivery (required)', collectEach(parseUrl), [])
    .option(...ALLOW_HOST_OPTION)
    .optionsGroup('What is sent:')
    .option('--fresh', 'New nounce, created_at and image URLs in every attempt, all else as it was')
    .addOption(
      new Option(
        '--images <how>',
        'Image URLs of a fresh delivery: only their exp is new, or served from this machine, or expired',
      ).choices(['keep', 'serve', 'expired'] as const),
    )
    .option(
      '--set </path=value>',
      'Value to put into the body, by JSON pointer',
      collectPrivate('--set', parseSetValue),
      [],
    )
    .option(
      '--header <name: value>',
      'Header instead of the recorded one; "Name:" removes it',
      collectPrivate('--header', parseHeaderOverride),
      [],
    );
}

function addPaceOptions(command: Command) {
  return command
    .optionsGroup('How:')
    .option('--times <n>', 'How often each capture is sent', parseInteger({ min: 1, max: 100_000 }), 1)
    .addOption(
      optionWithDefault('--order <order>', 'given, recorded, reverse, random, or random:7 with a seed', [
        parseOrder,
        'given',
      ]),
    )
    .option('--rate <rate>', 'Per second and target as 10/s, in parallel; recorded; or 10x as fast', parsePace)
    .addOption(optionWithDefault('--retry-spacing <duration>', 'Time between retries after 5xx', [parseDuration, '1s']))
    .addOption(
      optionWithDefault('--timeout <duration>', 'Time in which an answer counts; the service waits 30s', [
        parseDuration,
        '30s',
      ]),
    );
}

function addReportOptions(command: Command) {
  return command
    .optionsGroup('Result:')
    .option(
      '--expect <answer>',
      'Right answers: 2xx (default; or as the resumed run), 401,403, timeout',
      asArgument((text) => parseExpectation(text).text),
    )
    .option(
      '--report <kind=file>',
      `Write a report: ${REPORT_KINDS.join(', ')}`,
      collectEach(parseReport(REPORT_KINDS)),
      [],
    )
    .option('--baseline <file>', 'Compare with recorded answers; known failures do not fail the run')
    .addOption(
      new Option('--resume <run>', 'Continue a run that was interrupted: its name, or last; with its --to').conflicts(
        'dryRun',
      ),
    )
    .option('--dry-run', 'Show what would be sent, and send nothing')
    .option('--json', 'Print the report as JSON on stdout, and the attempts on stderr');
}

/** Parses `10/s`, `recorded`, or `10x` for ten times as fast. */
function parsePace(text: string): SendPlan['pace'] {
  if (text === 'recorded') return { kind: 'recorded', factor: 1 };
  if (!text.endsWith('x')) return { kind: 'rate', perSecond: parseRate(text) };
  const factor = Number(/^(\d+(?:\.\d+)?)x$/.exec(text)?.[1] ?? 0);
  if (factor > 0) return { kind: 'recorded', factor };
  throw new InvalidArgumentError('Give how many times as fast: 2x, 0.5x.');
}

const ORDERS = ['given', 'recorded', 'reverse', 'random'] as const;

/** Parses an order; `random:7` has a seed. */
function parseOrder(text: string): { readonly order: SendPlan['order']; readonly seed?: number } {
  const [, seed] = /^random:(.+)$/.exec(text) ?? [];
  if (seed !== undefined) return { order: 'random', seed: parseInteger({ max: 2 ** 31 - 1 })(seed) };
  const order = ORDERS.find((known) => known === text);
  if (order !== undefined) return { order };
  throw new InvalidArgumentError(`Give ${ORDERS.join(', ')}, or random:7 with a seed.`);
}
