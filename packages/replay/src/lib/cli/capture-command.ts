import type { Command } from '@commander-js/extra-typings';
import { ArchiveError, type BodyEncoding } from '@idvkit/archive';
import {
  CliError,
  collect,
  optionWithDefault,
  parseDuration,
  parsePort,
  parseSize,
  parseUrl,
  readSecret,
  systemErrorState,
  type CliContext,
  type Io,
} from '@idvkit/cli-kit';
import { systemClock } from '@idvkit/delivery';
import { InvalidArgumentError } from 'commander';

import { parseAnswerPlan, type AnswerPlan } from '../capture/answer-plan.ts';
import { startCapture, type Capture, type CaptureOptions } from '../capture/capture-server.ts';
import { requireAllowedHost } from './allowed-host.ts';
import { CaptureFeed } from './capture-feed.ts';
import { diskState, notPassedOnLine, prunedLine, pruneFailureLine, refusalLine } from './capture-messages.ts';
import { DEFAULT_FOLDER, openOrCreateArchive, usable } from './open-archive.ts';
import { RepeatedNotices } from './repeated-notices.ts';
import { retentionLimits } from './retention-limits.ts';

interface Options {
  readonly port: number;
  readonly dir: string;
  readonly answer: AnswerPlan;
  readonly forwardTo?: string | undefined;
  readonly allowHost: readonly string[];
  readonly retrySpacing: number;
  readonly stallLimit: number;
  readonly maxUnmatched: number;
  readonly maxAge?: number | undefined;
  readonly maxBytes?: number | undefined;
  readonly compress: BodyEncoding;
  readonly images: boolean;
  readonly imageHost: readonly string[];
}

const EXAMPLES = `
Examples:
  idv-replay capture --port 4020                            Keep deliveries, answer 204
  idv-replay capture --answer 503,503,204@2s                Have the service retry twice, then answer after two seconds
  idv-replay capture --forward-to http://127.0.0.1:8080/    Pass each on once it is kept
  idv-replay capture --forward-to http://127.0.0.1:8080/ --answer forwarded    ... and answer what that receiver answers
  idv-replay capture --max-age 30d --max-bytes 10GB         Erase the oldest while others arrive

A delivery is on the disk before it is answered or passed on. Answering first is the default: the service gives up after 30
seconds and then never retries, so a slow receiver would cost the delivery its acknowledgement. With --answer forwarded the service
sees the receiver's answer, or none where the receiver gives none.

The images of deliveries whose bearer matches are fetched over https from public hosts, since their URLs expire after 15 minutes.
With --image-host they are fetched from that host only; name HOST:PORT for a mock on this machine.

With --max-age and --max-bytes the oldest captures are erased as prune erases them: at the start and then once a minute. Captures
that are tagged "keep" stay. Captures that wait to be passed on stay until they are, or until the capture ends.`;

/** Adds `idv-replay capture`. */
export function addCapture(program: Command, context: CliContext): void {
  program
    .command('capture')
    .description('Receive deliveries and keep them; each is answered once it is on the disk')
    .option('--port <port>', 'Port on loopback, 0 for any that is free', parsePort, 4020)
    .option('--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER)
    .addOption(
      optionWithDefault({
        flags: '--answer <plan>',
        description: 'Answers in turn, the last for all that follow: 204, 503,503,204, 204@5s, never, forwarded',
        parse: readPlan,
        defaultText: '204',
      }),
    )
    .option('--forward-to <url>', 'Pass each delivery on to this receiver', parseUrl)
    .option(
      '--allow-host <host>',
      'Host beside loopback that deliveries may be passed on to',
      collect,
      [] as readonly string[],
    )
    .addOption(
      optionWithDefault({
        flags: '--retry-spacing <duration>',
        description: 'Time between retries after 5xx of that receiver',
        parse: parseDuration,
        defaultText: '1s',
      }),
    )
    .addOption(
      optionWithDefault({
        flags: '--stall-limit <duration>',
        description: 'Time without a byte after which an upload counts as broken off',
        parse: readStallLimit,
        defaultText: '1m',
      }),
    )
    .addOption(
      optionWithDefault({
        flags: '--max-unmatched <size>',
        description: 'Keep no more of requests with a wrong bearer or none',
        parse: parseSize,
        defaultText: '100MB',
      }),
    )
    .option('--max-age <duration>', 'Erase captures that are older, such as 30d', parseDuration)
    .option('--max-bytes <size>', 'Erase the oldest beyond this size of all bodies', parseSize)
    .addOption(
      optionWithDefault({
        flags: '--compress <encoding>',
        description: 'How bodies are kept at rest: none, gzip or zstd',
        parse: readEncoding,
        defaultText: 'none',
      }),
    )
    .option('--no-images', 'Leave the images that deliveries name where they are')
    .option(
      '--image-host <host>',
      'Only host to fetch images from; HOST:PORT also for http',
      collect,
      [] as readonly string[],
    )
    .addHelpText('after', EXAMPLES)
    .action(context.run((options: Options) => capture(options, context.io)));
}

/** An index of large bodies takes its time, and whoever interrupts waits for it. */
const TELL_AFTER_MS = 1_000;

function readPlan(text: string): AnswerPlan {
  try {
    return parseAnswerPlan(text);
  } catch (error) {
    throw new InvalidArgumentError(`${error instanceof RangeError ? error.message : 'No plan'}.`);
  }
}

function readStallLimit(text: string): number {
  const limitMs = parseDuration(text);
  if (limitMs > 0) return limitMs;
  throw new InvalidArgumentError('Give a duration above 0: without time, every upload would count as broken off.');
}

function readEncoding(text: string): BodyEncoding {
  if (text === 'none') return 'identity';
  if (text === 'gzip' || text === 'zstd') return text;
  throw new InvalidArgumentError('Give none, gzip or zstd.');
}

async function capture(options: Options, io: Io): Promise<void> {
  const { dir, port, answer, forwardTo, allowHost, compress, images, imageHost, maxUnmatched } = options;
  if (forwardTo !== undefined) requireAllowedHost(forwardTo, allowHost);
  if (forwardTo === undefined && answer.includes('forwarded')) {
    throw new CliError({
      code: 'nothing-to-forward-to',
      message: 'Cannot answer what a receiver answers: none is named.',
      fix: 'Name it with --forward-to, or choose another --answer.',
    });
  }
  const limits = retentionLimits(options);
  const secret = await readSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
  const archive = await openOrCreateArchive(dir, io);
  const feed = new CaptureFeed(archive, io.stdout);
  const notices = new RepeatedNotices(io.stderr, systemClock);
  const started = await start({
    archive,
    port,
    answers: answer,
    encoding: compress,
    stallMs: options.stallLimit,
    unmatched: { maxBytes: maxUnmatched },
    ...(limits !== undefined && { limits }),
    ...(images && { images: { hosts: imageHost } }),
    ...(forwardTo !== undefined && { forward: { url: forwardTo, retryDelayMs: options.retrySpacing } }),
    onCapture: (captured) => feed.add(captured),
    onForward: ({ id }, outcome) => {
      const said = 'status' in outcome ? `answered ${outcome.status}` : outcome.failure;
      io.stderr.write(`#${id}  passed on: ${said}\n`);
    },
    onRefused: (reason) => notices.add(refusalLine(reason)),
    onFailure: (error) => {
      if (error instanceof ArchiveError && error.code === 'moved') {
        return notices.add(
          `idv-replay: Cannot keep deliveries: ${error.message}. They are answered 503 until it is back.`,
        );
      }
      io.stderr.write(`idv-replay: Cannot keep a delivery: ${diskState(error)}. It was answered 503.\n`);
    },
    onLoss: ({ id }, error) => {
      io.stderr.write(`idv-replay: Cannot write down what became of capture ${id}: ${diskState(error)}. It is kept.\n`);
    },
    onUnreadable: (error) => {
      io.stderr.write(`idv-replay: Cannot read back what waits, so it is not passed on now: ${diskState(error)}.\n`);
    },
    onPruned: (pruned) => io.stderr.write(`${prunedLine(pruned)}\n`),
    onPruneFailure: (error) => io.stderr.write(`${pruneFailureLine(error)}\n`),
    ...(secret !== undefined && { secret }),
  });
  io.stderr.write(`Capturing on ${started.url} into ${archive.folder}\n`);
  if (secret === undefined) io.stderr.write('Any bearer is taken: IDV_WEBHOOK_SECRET is not set\n');
  await new Promise<void>((resolve) => {
    if (io.signal.aborted) resolve();
    io.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await started.close();
  notices.close();
  await feed.written();
  if (forwardTo !== undefined && started.notPassedOn > 0) {
    io.stderr.write(`${notPassedOnLine(started.notPassedOn, { dir, forwardTo })}\n`);
  }
  const told = setTimeout(() => {
    io.stderr.write('Reading what came into the index. Interrupt again to leave that to the next list.\n');
  }, TELL_AFTER_MS);
  await archive.updateIndex();
  clearTimeout(told);
  await archive.close();
}

async function start(options: CaptureOptions): Promise<Capture> {
  try {
    return await usable(startCapture(options));
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError({
      code: 'port-unusable',
      message: `Cannot listen on port ${options.port}: ${systemErrorState(cause)}.`,
      fix: 'Choose another with --port.',
      cause,
    });
  }
}
