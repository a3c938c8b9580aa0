import { randomUUID } from 'node:crypto';

import type { Command } from '@commander-js/extra-typings';
import {
  CliError,
  collect,
  ExitCode,
  parseDuration,
  parseUrl,
  requireSecret,
  type CliContext,
  type Io,
} from '@idvkit/cli-kit';
import { createSender, systemClock, type Attempt, type AttemptOutcome } from '@idvkit/delivery';

import { sendCapture, type Unsendable } from '../send/send-capture.ts';
import { DEFAULT_FOLDER, openArchive, pick, readCaptures } from './open-archive.ts';

interface Options {
  readonly to: string;
  readonly dir: string;
  readonly allowHost: readonly string[];
  readonly retrySpacing: number;
}

/** Adds `idv-replay send`. */
export function addSend(program: Command, context: CliContext): void {
  program
    .command('send')
    .description("Deliver captures again, byte for byte, under the service's own rules")
    .argument('<captures...>', 'Their numbers, or latest')
    .requiredOption('--to <url>', 'Address of the receiver', parseUrl)
    .option('--allow-host <host>', 'Host beside loopback that captures may go to', collect, [] as readonly string[])
    .option('--retry-spacing <duration>', 'Time between retries after 5xx', parseDuration, 1_000)
    .option('--dir <folder>', 'Folder of the archive', DEFAULT_FOLDER)
    .action(context.run((references: string[], options: Options) => send(references, options, context.io)));
}

async function send(references: readonly string[], options: Options, io: Io): Promise<ExitCode> {
  requireAllowed(new URL(options.to).hostname, options.allowHost);
  const secret = await requireSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
  const archive = await openArchive(options.dir, io);
  const captures = pick(await readCaptures(archive, io), references);
  const sender = createSender({
    clock: systemClock,
    newNounce: randomUUID,
    policy: { retryDelayMs: () => options.retrySpacing },
  });
  let failed = 0;
  try {
    for (const capture of captures) {
      if (io.signal.aborted) break;
      const receiver = { id: 'target', url: options.to, secret };
      const result = await sendCapture({ archive, capture, receiver, sender, signal: io.signal });
      if (result.kind === 'not-sent') io.stdout.write(`FAIL  #${capture.id}  not sent: ${refusals[result.why]}\n`);
      else for (const attempt of result.attempts) io.stdout.write(`${attemptLine(capture.id, attempt)}\n`);
      if (result.kind === 'not-sent' || !result.delivered) failed += 1;
    }
  } finally {
    await sender.close();
  }
  return failed === 0 ? ExitCode.ok : ExitCode.findings;
}

/** @throws {CliError} `host-not-allowed` for a host beside loopback that was not named. */
function requireAllowed(host: string, allowed: readonly string[]): void {
  const loopback = host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
  if (loopback || allowed.includes(host)) return;
  throw new CliError({
    code: 'host-not-allowed',
    message: `Cannot send to ${host}: captures hold personal data, and only loopback is allowed.`,
    fix: `Allow it by name with --allow-host ${host}.`,
  });
}

const refusals: Readonly<Record<Unsendable, string>> = {
  incomplete: 'its upload broke off when it was captured',
  'body-missing': 'its body is missing from the archive',
  'body-changed': 'its body is not what was received; run idv-replay verify',
};

function attemptLine(id: number, attempt: Attempt): string {
  const { outcome, next, number, startedAt, endedAt } = attempt;
  const word = next === 'delivered' ? 'PASS' : next === 'retry' ? 'WAIT' : 'FAIL';
  const took = `${endedAt - startedAt} ms`;
  return `${word}  #${id}  attempt ${number}  ${outcomeText(outcome)} in ${took}  (${reason(outcome, next)})`;
}

function outcomeText(outcome: AttemptOutcome): string {
  switch (outcome.kind) {
    case 'answered':
      return `answered ${outcome.status}`;
    case 'timed-out':
      return 'no answer';
    case 'failed':
      return `failed: ${outcome.reason}`;
    case 'cancelled':
      return 'interrupted';
  }
}

/** Which delivery rule decided what follows. @see Specification, "Delivery rules" */
function reason(outcome: AttemptOutcome, next: Attempt['next']): string {
  if (next === 'delivered') return '2xx: done';
  if (next === 'retry') return '5xx: tried again';
  if (outcome.kind === 'answered' && outcome.status >= 500) return '5xx: three retries at most';
  if (outcome.kind === 'answered' && outcome.status >= 400) return '4xx: not retried';
  return outcome.kind === 'timed-out' ? 'no answer within 30 s: not retried' : 'not retried';
}
