import type { Command } from '@commander-js/extra-typings';
import { Option } from '@commander-js/extra-typings';
import { collect, optionWithDefault, parseDuration, parseInteger, parseRate, type CliContext } from '@idvkit/cli-kit';

import type { SetValue } from '../edit/set-value.ts';
import type { HeaderOverride } from '../send/request-headers.ts';
import { addFilterOptions } from './filter-options.ts';
import { DEFAULT_FOLDER } from './open-archive.ts';
import { runSend } from './run-send.ts';
import {
  collectHeader,
  collectReport,
  collectSet,
  collectTarget,
  parsePace,
  readExpectation,
  type ReportTarget,
} from './send-options.ts';

const NONE: readonly string[] = [];

const EXAMPLES = `
Examples:
  idv-replay send 3 --to http://127.0.0.1:8080/hook            Capture 3 again, byte for byte
  idv-replay send all --fresh --to http://127.0.0.1:8080/hook  As the service resends: new nounce, new created_at
  idv-replay send 3 --times 3 --to http://127.0.0.1:8080/hook  The same delivery three times
  idv-replay send --type submit_form --order random --rate 10/s --to http://127.0.0.1:8080/hook
  idv-replay send 3 --set /application/status=expired --dry-run --to http://127.0.0.1:8080/hook
  idv-replay send --resume last                                What the last run did not finish

As-is, every attempt carries the very bytes that were captured, a retry its old nounce included; the service itself never
repeats a nounce, so use --fresh to test how a receiver drops repetitions.
What is not known to be sent is sent again: after a crash a receiver may get a delivery twice, and never none.
The webhook secret comes from IDV_WEBHOOK_SECRET, or from the file that IDV_WEBHOOK_SECRET_FILE names.`;

/** Adds `idv-replay send`. */
export function addSend(program: Command, context: CliContext): void {
  const command = program
    .command('send')
    .description("Deliver captures again under the service's own rules")
    .argument('[captures...]', 'Numbers, ranges such as 3-7, all, latest, latest:TYPE, starts of hashes')
    .option('--to <url>', 'Address of a receiver; several get every delivery', collectTarget, NONE)
    .option('--allow-host <host>', 'Host beside loopback that captures may go to', collect, NONE)
    .option('--as-is', 'Send the bytes that were captured, unless --fresh is given')
    .option('--fresh', 'New nounce and created_at in every attempt, image URLs that go with them, all else as it was')
    .addOption(
      new Option(
        '--images <how>',
        'Image URLs of a fresh delivery: only their exp is new, or served from this machine, or expired',
      ).choices(['keep', 'serve', 'expired'] as const),
    )
    .addOption(
      optionWithDefault({
        flags: '--serve-for <duration>',
        description: 'Time for which images are served after the last delivery',
        parse: parseDuration,
        defaultText: '10s',
      }),
    )
    .option('--set </path=value>', 'Value to put into the body, by JSON pointer', collectSet, [] as readonly SetValue[])
    .option(
      '--header <name: value>',
      'Header instead of the recorded one; "Name:" removes it',
      collectHeader,
      [] as readonly HeaderOverride[],
    )
    .option('--times <n>', 'How often each capture is sent', parseInteger({ min: 1, max: 100_000 }), 1)
    .addOption(
      new Option('--order <order>', 'Order of the deliveries')
        .choices(['given', 'recorded', 'reverse', 'random'] as const)
        .default('given' as const),
    )
    .option('--seed <n>', 'Seed of the random order', parseInteger({ max: 2 ** 31 - 1 }))
    .option('--pace <pace>', 'Keep the time between captures: recorded, or 10x for ten times as fast', parsePace)
    .option('--rate <n/s>', 'Deliveries per second and target', parseRate)
    .option(
      '--concurrency <n>',
      'Deliveries in parallel per target: 1 if left out, or 100 with --pace or --rate',
      parseInteger({ min: 1, max: 10_000 }),
    )
    .addOption(
      optionWithDefault({
        flags: '--retry-spacing <duration>',
        description: 'Time between retries after 5xx',
        parse: parseDuration,
        defaultText: '1s',
      }),
    )
    .addOption(
      optionWithDefault({
        flags: '--timeout <duration>',
        description: 'Time in which an answer counts; the service waits 30s',
        parse: parseDuration,
        defaultText: '30s',
      }),
    )
    .addOption(
      optionWithDefault({
        flags: '--expect <answer>',
        description: 'What is right: 2xx, 204, 401,403, timeout',
        parse: readExpectation,
        defaultText: '2xx',
      }),
    )
    .option(
      '--report <kind=file>',
      'Report to write: json=FILE, junit=FILE',
      collectReport,
      [] as readonly ReportTarget[],
    )
    .option('--record-baseline <file>', 'Remember the answers of this run')
    .option('--baseline <file>', 'Say what changed since; what was known to fail may go on to')
    .option('--resume <run>', 'Go on with a run that was cut short: its name, or last')
    .option('--dry-run', 'Show what would be sent, and send nothing')
    .option('--reveal', 'Show values of the body that --set replaces')
    .option('--json', 'Print the report as JSON on stdout, and the attempts on stderr')
    .option('--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER)
    .addHelpText('after', EXAMPLES);
  addFilterOptions(command).action(context.run((references, options) => runSend(references, options, context.io)));
}
