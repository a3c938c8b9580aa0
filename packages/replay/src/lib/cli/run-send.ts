import { resolve } from 'node:path';

import { ArchiveError, type Archive } from '@idvkit/archive';
import {
  checkValue,
  CliError,
  ExitCode,
  printable,
  readJsonFile,
  requireSecret,
  systemErrorState,
  cannot,
  writeFileAtomic,
  shellWord,
  type Io,
} from '@idvkit/cli-kit';
import { isLoopback } from '@idvkit/delivery';
import { sendBaseline, type SendBaseline, type SendReport } from '@idvkit/schema/formats';

import { findOverlap } from '../edit/set-value.ts';
import { toJunit } from '../send/junit.ts';
import { previewPlan } from '../send/preview-plan.ts';
import { isNewFailure, recordSendBaseline } from '../send/send-baseline.ts';
import { createSendPlan, type SendRequest } from '../send/send-plan.ts';
import { requireAllowedHost, shownTarget } from '../send/send-target.ts';
import { send, type RunEvent } from '../send/send.ts';
import { maskedAnswer } from '../show/masked-answer.ts';
import { selectCaptures } from './choose-captures.ts';
import { DEFAULT_FOLDER } from './open-archive.ts';
import {
  answerLine,
  attemptWord,
  changeLines,
  eventLine,
  previewLines,
  summaryLine,
  verdictLines,
} from './send-lines.ts';
import type { SendCommandOptions } from './send-options.ts';
import { isSystemError } from './to-cli-error.ts';

interface Context {
  readonly archive: Archive;
  readonly io: Io;
}

export async function runSend(
  references: readonly string[],
  options: SendCommandOptions,
  context: Context,
): Promise<ExitCode> {
  const { archive, io } = context;
  if (options.dryRun) {
    const plan = createSendPlan(await toRequest(references, options, context));
    io.stdout.write(previewLines(await previewPlan(archive, plan), plan));
    return ExitCode.ok;
  }
  const secret = await requireSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
  const baseline = options.baseline === undefined ? undefined : await readBaseline(options.baseline, io);
  const { expect, resume } = options;
  const run =
    resume === undefined
      ? await toRequest(references, options, context)
      : { resume, targets: options.to, ...(expect !== undefined && { expect }) };
  const output = options.json ? io.stderr : io.stdout;
  const report = await send({
    archive,
    run,
    secret,
    allowHosts: options.allowHost,
    baseline,
    onEvent: reportEvents(options, context),
    signal: io.signal,
  }).catch((cause: unknown) => {
    throw toRunFailure(cause);
  });
  output.write(`${verdictLines(report)}${summaryLine(report)}\n`);
  await writeResults(report, options, io);
  if (!report.complete) {
    const to = options.to.map((target) => ` --to ${shellWord(shownTarget(target))}`).join('');
    const dir = options.dir === DEFAULT_FOLDER ? '' : ` --dir ${shellWord(options.dir)}`;
    io.stderr.write(`idvkit: Stopped before the end. Continue with: idvkit send --resume ${report.run}${to}${dir}\n`);
  }
  return report.deliveries.some((delivery) => isNewFailure(delivery)) ? ExitCode.findings : ExitCode.ok;
}

export function checkSendOptions(
  references: readonly string[],
  { to, fresh, images, set, resume, allowHost }: SendCommandOptions,
): void {
  if (resume !== undefined) {
    if (references.length === 0) return;
    throw invalidOptions('a run is to be resumed, and captures are named', 'Give --resume without captures.');
  }
  if (to.length === 0) throw invalidOptions('no receiver is named', 'Name one or more with --to.');
  if (images !== undefined && !fresh) throw invalidOptions('--images is for fresh deliveries', 'Add --fresh.');
  const overlap = findOverlap(set);
  if (overlap) throw invalidOptions(`--set ${overlap[1]} is within ${overlap[0]}`, 'Set only the outer value.');
  for (const target of to) requireAllowedHost(target, allowHost);
}

/** Turns the options into what a new run sends. @throws {ArchiveError} for captures that are not there. */
async function toRequest(
  references: readonly string[],
  options: SendCommandOptions,
  { archive, io }: Context,
): Promise<SendRequest> {
  const { rate: pace, expect } = options;
  if (references.length === 0 && options.slugFrom === undefined) {
    throw invalidOptions('no capture is named', 'Name some, or all, or use filters such as is:failed.');
  }
  const captures: number[] = [];
  const chosen = selectCaptures(archive, references, { io, order: 'given', slugFrom: options.slugFrom });
  for await (const { captured } of chosen) captures.push(captured.id);
  io.signal.throwIfAborted();
  if (captures.length === 0)
    io.stderr.write('idvkit: No captures match. All that no receiver answered 2xx are is:missed\n');
  return {
    captures,
    targets: [...options.to],
    mode: options.fresh ? 'fresh' : 'as-is',
    images: options.images ?? 'keep',
    set: [...options.set],
    headers: [...options.header].map(([name, value]) => [name, value]),
    times: options.times,
    ...options.order,
    retrySpacingMs: options.retrySpacing,
    timeoutMs: options.timeout,
    ...(expect !== undefined && { expect }),
    ...(pace !== undefined && { pace }),
  };
}

function invalidOptions(state: string, fix: string): CliError {
  return new CliError({ code: 'invalid-options', message: `Cannot send: ${state}.`, fix });
}

function reportEvents({ json }: SendCommandOptions, { archive, io }: Context): (event: RunEvent) => Promise<void> {
  const output = json ? io.stderr : io.stdout;
  let plan: Extract<RunEvent, { kind: 'begun' }>['plan'] | undefined;
  return async (event) => {
    if (event.kind === 'begun') {
      const { run, isResumed, deliveries, open, again } = event;
      plan = event.plan;
      const targets = plan.targets.map((target) => printable(shownTarget(target))).join(', ');
      if (isResumed)
        io.stderr.write(`Resuming run ${run}: ${open} of ${deliveries} deliveries are open, to ${targets}\n`);
      for (const capture of again) io.stderr.write(`#${capture} had started: it may arrive twice\n`);
      const isServed = plan.mode === 'fresh' && plan.images !== 'keep';
      if (isServed && plan.targets.some((target) => !isLoopback(new URL(target).hostname))) {
        io.stderr.write('idvkit: Images are served on loopback: only receivers on this machine can fetch them\n');
      }
    } else if (event.kind === 'serving-images') {
      io.stderr.write(`Serving images until each was fetched, 10 s at most\n`);
    } else if (event.kind === 'edited') {
      const lines = event.changes.map(changeLines);
      const edited = plan === undefined ? '' : ` in #${event.item.capture}`;
      io.stderr.write(`Edited${edited}:\n${lines.join('')}`);
    } else if (plan !== undefined) {
      const line = `${eventLine(event, plan)}\n`;
      const answer = event.kind === 'attempt' && attemptWord(event.attempt, plan) === 'FAIL' ? event.answer : undefined;
      if (event.kind !== 'attempt' || answer === undefined) output.write(line);
      else output.write(line + answerLine(answer, await maskedAnswer(archive, event.captured, answer.text)));
    }
  };
}

function toRunFailure(cause: unknown): unknown {
  if (cause instanceof ArchiveError && cause.code === 'run-unusable') {
    return new CliError({
      code: 'run-unusable',
      message: `Cannot resume: ${cause.message.replace(/^./, (first) => first.toLowerCase())}.`,
      fix: 'Name a run that idvkit send printed, or last, and the archive that has it.',
      cause,
    });
  }
  if (!isSystemError(cause)) return cause;
  return new CliError({
    code: 'run-unwritable',
    message: `Cannot write down what was sent: ${systemErrorState(cause)}. Sending has stopped.`,
    fix: 'Make sure that the archive has room and can be written to. Continue with idvkit send --resume last and the same --to.',
    cause,
  });
}

/** Reads the answers of an earlier run. @throws {CliError} `baseline-unreadable`. */
async function readBaseline(file: string, io: Io): Promise<SendBaseline> {
  const fix = 'Make one with idvkit send … --report baseline=FILE.';
  const unusable = cannot('baseline-unreadable', `read the baseline "${file}"`, fix);
  return checkValue(sendBaseline, await readJsonFile(resolve(io.cwd, file), { unusable }), unusable);
}

/** Writes the reports. An interrupted run is not a baseline. */
async function writeResults(report: SendReport, { json, report: targets }: SendCommandOptions, io: Io): Promise<void> {
  if (json) io.stdout.write(`${JSON.stringify(report)}\n`);
  const writers = {
    json: () => `${JSON.stringify(report, undefined, 2)}\n`,
    junit: () => toJunit(report),
    baseline: () => `${JSON.stringify(recordSendBaseline(report, new Date().toISOString()), undefined, 2)}\n`,
  };
  for (const { kind, file } of targets) {
    if (kind === 'baseline' && !report.complete) {
      io.stderr.write(`idvkit: The baseline "${file}" was not written: the run was cut short\n`);
    } else await writeFileAtomic(resolve(io.cwd, file), writers[kind]());
  }
}
