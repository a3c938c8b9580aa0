import type { Command } from '@commander-js/extra-typings';
import { CliError, parsePort, readSecret, systemErrorState, type CliContext, type Io } from '@idvkit/cli-kit';
import { InvalidArgumentError } from 'commander';

import { parseAnswerPlan, type PlannedAnswer } from '../capture/answer-plan.ts';
import { startCapture, type Capture, type CaptureOptions } from '../capture/capture-server.ts';
import { captureLine } from './capture-line.ts';
import { DEFAULT_FOLDER, openOrCreateArchive } from './open-archive.ts';

interface Options {
  readonly port: number;
  readonly dir: string;
  readonly answer: readonly [PlannedAnswer, ...PlannedAnswer[]];
}

/** Adds `idv-replay capture`. */
export function addCapture(program: Command, context: CliContext): void {
  program
    .command('capture')
    .description('Receive deliveries and keep them; each is answered once it is on the disk')
    .option('--port <port>', 'Port on loopback, 0 for any that is free', parsePort, 4020)
    .option('--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER)
    .option('--answer <plan>', 'Statuses in turn, the last for all that follow: 204, 503,503,204, never', readPlan, [
      204,
    ] as const)
    .action(context.run((options: Options) => capture(options, context.io)));
}

function readPlan(text: string): readonly [PlannedAnswer, ...PlannedAnswer[]] {
  try {
    return parseAnswerPlan(text);
  } catch (error) {
    throw new InvalidArgumentError(`${error instanceof RangeError ? error.message : 'No plan'}.`);
  }
}

async function capture({ port, dir, answer }: Options, io: Io): Promise<void> {
  const secret = await readSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
  const archive = await openOrCreateArchive(dir, io);
  const failures: unknown[] = [];
  const started = await start({
    archive,
    port,
    answers: answer,
    now: () => new Date(),
    onCapture: (captured) => io.stdout.write(`${captureLine(captured)}\n`),
    onFailure: (error) => {
      failures.push(error);
      io.stderr.write(`idv-replay: Cannot keep a delivery: ${systemErrorState(error)}. It was answered 503.\n`);
    },
    ...(secret !== undefined && { secret }),
  });
  io.stderr.write(`Capturing on ${started.url} into ${archive.folder}\n`);
  if (secret === undefined) io.stderr.write('Any bearer is taken: IDV_WEBHOOK_SECRET is not set\n');
  await new Promise<void>((resolve) => {
    if (io.signal.aborted) resolve();
    io.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await started.close();
}

async function start(options: CaptureOptions): Promise<Capture> {
  try {
    return await startCapture(options);
  } catch (cause) {
    throw new CliError({
      code: 'port-unusable',
      message: `Cannot listen on port ${options.port}: ${systemErrorState(cause)}.`,
      fix: 'Choose another with --port.',
      cause,
    });
  }
}
