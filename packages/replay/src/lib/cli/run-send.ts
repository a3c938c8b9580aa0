import { randomBytes, randomUUID } from 'node:crypto';

import type { Archive } from '@idvkit/archive';
import {
  CliError,
  ExitCode,
  printable,
  readVersion,
  requireSecret,
  systemErrorCode,
  systemErrorState,
  type Io,
} from '@idvkit/cli-kit';
import { systemClock } from '@idvkit/delivery';
import type { SendPlan, SendReport } from '@idvkit/schema/formats';

import { ImageServer } from '../send/image-server.ts';
import { planItems } from '../send/order.ts';
import { isKnownToBeSent, RunError, RunJournal, type ItemRecord } from '../send/run-journal.ts';
import { compareWithSendBaseline, isNewFailure } from '../send/send-baseline.ts';
import { sendRun, type SendOutcome } from '../send/send-run.ts';
import { isLoopback, shownTarget } from '../send/send-target.ts';
import { buildSendReport, withBaseline } from '../send/sent-report.ts';
import { requireAllowedHost } from './allowed-host.ts';
import { openArchive } from './open-archive.ts';
import { checkSendOptions, planSend } from './plan-send.ts';
import { readSendBaseline, writeReports, writeSendBaseline } from './send-files.ts';
import { changeLines, eventLine, summaryLine, verdictLine } from './send-lines.ts';
import type { SendOptions } from './send-options.ts';
import { showPlan } from './show-plan.ts';

/** A run that is about to begin, or to go on. */
interface OpenRun {
  readonly plan: SendPlan;
  readonly journal: RunJournal;
  readonly recorded: ReadonlyMap<number, ItemRecord>;
}

/** What the index knows of the captures of a plan. */
type Known = ReadonlyMap<number, { readonly sha256: string; readonly type: string | undefined; readonly atMs: number }>;

/** Runs `idv-replay send`. */
export async function runSend(references: readonly string[], options: SendOptions, io: Io): Promise<ExitCode> {
  checkSendOptions(references, options);
  const archive = await openArchive(options.dir, io);
  try {
    if (options.dryRun) {
      await showPlan(await planSend(references, options, { archive, io }), {
        archive,
        io,
        isRevealed: options.reveal === true,
      });
      return ExitCode.ok;
    }
    const secret = await requireSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
    const baseline = options.baseline === undefined ? undefined : await readSendBaseline(options.baseline, io);
    const run = await openRun(references, options, { archive, io });
    try {
      if (options.resume !== undefined) announceResumption(run, options, io);
      const sent = await deliverAll(run, { archive, secret, options, io });
      const report = baseline === undefined ? sent : withBaseline(sent, compareWithSendBaseline(sent, baseline));
      if (baseline !== undefined) {
        for (const delivery of report.deliveries) {
          const line = verdictLine(delivery, run.plan);
          if (line !== undefined) resultOutput(options, io).write(`${line}\n`);
        }
      }
      resultOutput(options, io).write(`${summaryLine(report)}\n`);
      if (options.json) io.stdout.write(`${JSON.stringify(report)}\n`);
      await writeReports(report, options.report, io);
      if (options.recordBaseline !== undefined) await writeSendBaseline(report, options.recordBaseline, io);
      if (!report.complete) {
        io.stderr.write(`idv-replay: Stopped before the end. Go on with: idv-replay send --resume ${report.run}\n`);
      }
      return report.deliveries.some((delivery) => isNewFailure(delivery)) ? ExitCode.findings : ExitCode.ok;
    } finally {
      await run.journal.close();
    }
  } finally {
    await archive.close();
  }
}

/** Where the lines about attempts go. */
function resultOutput({ json }: SendOptions, io: Io): Io['stdout'] {
  return json ? io.stderr : io.stdout;
}

async function openRun(
  references: readonly string[],
  options: SendOptions,
  { archive, io }: { readonly archive: Archive; readonly io: Io },
): Promise<OpenRun> {
  if (options.resume === undefined) {
    const plan = await planSend(references, options, { archive, io });
    const now = new Date().toISOString();
    const run = `${now.replaceAll(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`;
    const journal = await writable(RunJournal.create(archive.folder, run, plan, now));
    return { plan, journal, recorded: new Map() };
  }
  try {
    const { journal, recorded } = await RunJournal.resume(archive.folder, options.resume);
    return { plan: recorded.plan, journal, recorded: recorded.items };
  } catch (cause) {
    if (!(cause instanceof RunError)) throw cause;
    throw new CliError({
      code: 'run-unusable',
      message: `Cannot resume: ${cause.message.replace(/^./, (first) => first.toLowerCase())}.`,
      fix: 'Name a run that idv-replay send told of, or last.',
      cause,
    });
  }
}

/**
 * Reports where a run that is resumed goes, before anything leaves: its plan comes from the archive, which somebody else may have made.
 *
 * @throws {CliError} `host-not-allowed`, as for a new run.
 */
function announceResumption({ plan, journal, recorded }: OpenRun, { allowHost }: SendOptions, io: Io): void {
  for (const target of plan.targets) requireAllowedHost(target, allowHost);
  const items = planItems(plan);
  const sent = [...recorded.values()].filter((record) => isKnownToBeSent(record)).length;
  const targets = plan.targets.map((target) => printable(shownTarget(target))).join(', ');
  io.stderr.write(
    `Resuming run ${journal.run}: ${items.length - sent} of ${items.length} deliveries are open, to ${targets}\n`,
  );
}

async function deliverAll(
  { plan, journal, recorded }: OpenRun,
  {
    archive,
    secret,
    options,
    io,
  }: { readonly archive: Archive; readonly secret: string; readonly options: SendOptions; readonly io: Io },
): Promise<SendReport> {
  const startedAt = new Date();
  const known = await knownCaptures(archive, plan);
  const isServed = plan.mode === 'fresh' && plan.images !== 'keep';
  const imageServer = isServed ? await ImageServer.start(archive, () => Date.now()) : undefined;
  if (imageServer && plan.targets.some((target) => !isLoopback(new URL(target).hostname))) {
    io.stderr.write('idv-replay: Images are served on loopback: only receivers on this machine can fetch them\n');
  }
  const output = resultOutput(options, io);
  let outcomes: readonly SendOutcome[];
  try {
    outcomes = await writable(
      sendRun({
        archive,
        plan,
        journal,
        recorded,
        secret,
        clock: systemClock,
        newNounce: randomUUID,
        imageServer,
        receivedAtMs: (capture) => known.get(capture)?.atMs ?? 0,
        onEvent: (event) => {
          if (event.kind !== 'edited') return output.write(`${eventLine(event, plan)}\n`);
          const lines = event.changes.map((change) => changeLines(change, options.reveal === true));
          io.stderr.write(`Edited in #${event.item.capture}:\n${lines.join('')}`);
        },
        signal: io.signal,
      }),
    );
    if (imageServer && plan.images === 'serve' && !io.signal.aborted && options.serveFor > 0) {
      const until = AbortSignal.any([io.signal, AbortSignal.timeout(options.serveFor)]);
      io.stderr.write(`Serving images for ${options.serveFor / 1_000} s at most, until each was fetched\n`);
      await imageServer.settled(until);
    }
  } finally {
    await imageServer?.close();
  }
  return buildSendReport({
    version: readVersion(import.meta.url),
    run: journal.run,
    plan,
    outcomes,
    expectation: options.expect,
    startedAt,
    endedAt: new Date(),
    images: imageServer?.tally,
    captureOf: (capture) => known.get(capture) ?? { sha256: '0'.repeat(64), type: undefined },
  });
}

async function knownCaptures(archive: Archive, { captures }: SendPlan): Promise<Known> {
  const wanted = new Set(captures);
  const known = new Map<number, { sha256: string; type: string | undefined; atMs: number }>();
  const ids = [...wanted];
  const range = [
    ids.reduce((least, id) => Math.min(least, id), Infinity),
    ids.reduce((most, id) => Math.max(most, id), 0),
  ] as const;
  for await (const { captured, summary } of archive.list({ ids: range })) {
    if (!wanted.has(captured.id)) continue;
    known.set(captured.id, {
      sha256: captured.body.sha256,
      type: summary.type,
      atMs: Date.parse(captured.receivedAt),
    });
  }
  return known;
}

/** Waits for sending. @throws {CliError} `run-unwritable` if nothing can be written down any more. */
async function writable<Result>(writing: Promise<Result>): Promise<Result> {
  try {
    return await writing;
  } catch (cause) {
    if (systemErrorCode(cause) === undefined) throw cause;
    throw new CliError({
      code: 'run-unwritable',
      message: `Cannot write down what was sent: ${systemErrorState(cause)}. Sending has stopped.`,
      fix: 'Make sure that the archive has room and can be written to. Continue with idv-replay send --resume last.',
      cause,
    });
  }
}
