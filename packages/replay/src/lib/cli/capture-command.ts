import { once } from 'node:events';

import { Command } from '@commander-js/extra-typings';
import { ArchiveError, type Archive } from '@idvkit/archive';
import {
  CliError,
  optionWithDefault,
  parsePort,
  parseUrl,
  readSecret,
  requireSecret,
  wrapped,
  type CliContext,
  type Io,
} from '@idvkit/cli-kit';
import { systemClock } from '@idvkit/delivery';

import { parseAnswerPlan } from '../capture/answer-plan.ts';
import type { CaptureOptions } from '../capture/capture-options.ts';
import { startCapture } from '../capture/capture-server.ts';
import { requireAllowedHost } from '../send/send-target.ts';
import { CaptureFeed } from './capture-feed.ts';
import {
  clockJumpLine,
  diskState,
  imagesLine,
  notPassedOnLine,
  prunedLine,
  pruneFailureLine,
  refusalLine,
} from './capture-messages.ts';
import { outcomeText } from './entry-line.ts';
import { FOLDER_OPTION, openOrCreateArchive, withArchive } from './open-archive.ts';
import { ALLOW_HOST_OPTION, asArgument } from './option-values.ts';
import { RepeatedNotices } from './repeated-notices.ts';
import { MAX_AGE_OPTION, MAX_BYTES_OPTION, retentionLimits } from './retention-options.ts';
import { parseServiceAddress } from './service-address.ts';

const EXAMPLES = `
Examples:
  Keep deliveries, answer 204:
    idvkit capture --port 4020
  Have the service retry twice, then answer after two seconds:
    idvkit capture --answer 503,503,204@2s
  Pass each on once it is kept:
    idvkit capture --forward-to http://127.0.0.1:8080/
  The same, and answer what that receiver answers:
    idvkit capture --forward-to http://127.0.0.1:8080/ --answer forwarded
  Erase the oldest while others arrive:
    idvkit capture --max-age 30d --max-bytes 10GB

A delivery is on the disk before it is answered or passed on. Answering first is the default: the service gives up after 30 seconds and then never retries, so a slow receiver would cost the delivery its acknowledgement. With --answer forwarded the service sees the receiver's answer, or none where the receiver gives none.

With --base-url, the images that deliveries name are fetched from that service with the API token and kept: their URLs expire after 15 minutes. The token comes from IDV_API_TOKEN, or from the file that IDV_API_TOKEN_FILE names. It goes nowhere else: images of another scheme, host or port are not fetched.

With --max-age and --max-bytes the oldest captures are erased as prune erases them: at the start and then once a minute. Captures that are tagged "keep" stay. Captures that wait to be passed on stay until they are, or until the capture ends.`;

export function addCapture(base: Command, context: CliContext): void {
  const command = defineCapture(base);
  command.action(context.serve((options: Options) => capture(options, context.io)));
}

type Options = ReturnType<ReturnType<typeof defineCapture>['opts']>;

function defineCapture(command: Command) {
  return command
    .optionsGroup('Where:')
    .option('--port <port>', 'Port on loopback, 0 for any free one', parsePort, 4020)
    .option(...FOLDER_OPTION)
    .optionsGroup('Answers and passing on:')
    .addOption(
      optionWithDefault(
        '--answer <plan>',
        'Answers in turn, the last for all that follow: 204, 503,503,204, 204@5s, never, forwarded',
        [asArgument(parseAnswerPlan), '204'],
      ),
    )
    .option('--forward-to <url>', 'Pass each delivery on to this receiver', parseUrl)
    .option(...ALLOW_HOST_OPTION)
    .optionsGroup('Images:')
    .option('--base-url <url>', 'Keep the images of this service, with the API token', parseServiceAddress)
    .optionsGroup('What is kept:')
    .option(...MAX_AGE_OPTION)
    .option(...MAX_BYTES_OPTION)
    .addHelpText('after', EXAMPLES);
}

/** Serves something else while a capture runs. Returns the function that ends it. */
type Alongside = (archive: Archive, url: string) => Promise<() => Promise<void>>;

/** Captures as the arguments say, with the defaults of `capture`, and serves something else with it. */
export async function captureAlongside(argv: readonly string[], io: Io, alongside: Alongside): Promise<void> {
  await capture(defineCapture(new Command()).parse(argv, { from: 'user' }).opts(), io, alongside);
}

async function capture(options: Options, io: Io, alongside?: Alongside): Promise<void> {
  const { dir, answer, forwardTo, allowHost } = options;
  if (forwardTo !== undefined) requireAllowedHost(forwardTo, allowHost);
  if (forwardTo === undefined && answer.includes('forwarded')) {
    throw new CliError({
      code: 'nothing-to-forward-to',
      message: 'Cannot answer what a receiver answers: none is named.',
      fix: 'Name it with --forward-to, or choose another --answer.',
    });
  }
  const secret = await readSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
  const images = await imagesFrom(options, io);
  await withArchive(openOrCreateArchive(dir, io), async (archive) => {
    const feed = new CaptureFeed(io.stdout);
    const notices = new RepeatedNotices(io.stderr, systemClock);
    const counts = { captured: 0, forwarded: 0 };
    const started = await startCapture({
      ...captureOptions(archive, options),
      ...(images !== undefined && { images }),
      ...listeners(io, { feed, notices, counts }),
      ...(secret !== undefined && { secret }),
    });
    const ready = wrapped(`Capturing on ${started.url} into ${archive.folder}`, io.stderr.columns, '  ');
    io.stderr.write(`${ready.join('\n')}\n`);
    if (secret === undefined) io.stderr.write('Any bearer is taken: IDV_WEBHOOK_SECRET is not set\n');
    if (images === undefined) io.stderr.write('Images are not kept: --base-url is not given\n');
    const end = await alongside?.(archive, started.url).catch(async (error: unknown) => {
      await started.close();
      throw error;
    });
    if (!io.signal.aborted) await once(io.signal, 'abort');
    await end?.();
    await started.close();
    notices.close();
    feed.flush();
    if (forwardTo !== undefined && started.notPassedOn > 0) {
      io.stderr.write(`${notPassedOnLine(started.notPassedOn, { dir, forwardTo })}\n`);
    }
    const forwarded = forwardTo === undefined ? '' : `, ${counts.forwarded} forwarded`;
    io.stderr.write(`${counts.captured} captured${forwarded}\n`);
  });
}

/** The service named on the command line. Without one, no image is fetched: a delivery never chooses where the token goes. */
async function imagesFrom({ baseUrl }: Options, io: Io): Promise<CaptureOptions['images']> {
  if (baseUrl === undefined) return undefined;
  return { baseUrl, token: await requireSecret(io, { what: 'API token', env: 'IDV_API_TOKEN' }) };
}

function captureOptions(archive: Archive, options: Options): CaptureOptions {
  const { port, answer, forwardTo } = options;
  const limits = retentionLimits(options);
  return {
    archive,
    port,
    answers: answer,
    ...(limits !== undefined && { limits }),
    ...(forwardTo !== undefined && { forward: { url: forwardTo } }),
  };
}

type Listeners = Pick<CaptureOptions, Extract<keyof CaptureOptions, `on${string}`>>;

function listeners(
  io: Io,
  {
    feed,
    notices,
    counts,
  }: {
    readonly feed: CaptureFeed;
    readonly notices: RepeatedNotices;
    readonly counts: { captured: number; forwarded: number };
  },
): Listeners {
  const report = (text: string): void => io.stderr.write(`idvkit: ${text}\n`);
  return {
    onCapture: (captured, summary) => {
      counts.captured += 1;
      feed.add(captured, summary);
    },
    onForward: ({ id }, outcome) => {
      if ('status' in outcome) counts.forwarded += 1;
      io.stderr.write(`#${id}  passed on: ${outcomeText(outcome)}\n`);
    },
    onImages: ({ id }, outcomes) => {
      const line = imagesLine(outcomes);
      if (line !== undefined) io.stderr.write(`#${id}  ${line}\n`);
    },
    onRefused: (reason) => notices.add(refusalLine(reason)),
    onFailure: (error) => {
      if (error instanceof ArchiveError && error.code === 'moved') {
        const state = `${error.message}. They are answered 503 until it is back.`;
        return notices.add(`idvkit: Cannot keep deliveries: ${state}`);
      }
      if (error instanceof ArchiveError && error.code === 'sync-failed') {
        const state = `${error.message}. They are answered 503. Check the disk, and start the capture again.`;
        return notices.add(`idvkit: Cannot keep deliveries: ${state}`);
      }
      report(`Cannot keep a delivery: ${diskState(error)}. It was answered 503.`);
    },
    onLoss: ({ id }, error) =>
      report(`Cannot write down the result of capture ${id}: ${diskState(error)}. It is kept.`),
    onUnreadable: (error) =>
      report(`Cannot read back captures that wait, so they are not passed on now: ${diskState(error)}.`),
    onPruned: (pruned) => io.stderr.write(`${prunedLine(pruned)}\n`),
    onClockJump: (aheadMs) => io.stderr.write(`${clockJumpLine(aheadMs)}\n`),
    onPruneFailure: (error) => io.stderr.write(`${pruneFailureLine(error)}\n`),
  };
}
