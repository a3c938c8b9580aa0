import { CliError, type ExitCode, type Io, readSecret } from '@idvkit/cli-kit';

import { loadConfig } from '../config/load-config.ts';
import { RunProblemError } from '../drive/calls/run-problem.ts';
import { checkRecording } from '../recorded/check-recording.ts';
import { readRecordings } from '../recorded/read-recordings.ts';
import { factsOf } from '../recorded/recording-facts.ts';
import type { Recording, RecordingOptions } from '../recorded/recording.ts';
import type { CheckOptions } from './check-options.ts';
import type { CommandTools } from './command.ts';
import { concludeJudging, prepareJudging } from './judging.ts';

/** Checks what HAR files, folders of captures and bodies prove. */
export async function checkRecordings(
  names: readonly string[],
  options: CheckOptions,
  { io, tools }: { readonly io: Io; readonly tools: CommandTools },
): Promise<ExitCode> {
  const judging = await prepareJudging(options, io);
  const recording = await read(names, await readingOptions(options, io), io);
  // Of a body, people want to know what is wrong with it.
  const quiet = recording.isOfBodies === true && options.verbose !== true;
  if (!quiet) for (const note of recording.notes) io.stderr.write(`${note}\n`);
  const judged = checkRecording(recording, { only: judging.ids });
  // Bodies say nothing of when they were sent: the time is that of the check.
  const times = { startedAt: new Date(tools.clock.now()).toISOString(), durationMs: 0 };
  const run = recording.isOfBodies === true ? { ...judged, ...times } : judged;
  return (await concludeJudging(run, { judging, options: { ...options, quiet }, tools, io })).code;
}

async function readingOptions(options: CheckOptions, io: Io): Promise<RecordingOptions> {
  const { config } = await loadConfig(options.config, io);
  const webhookSecret = await readSecret(io, {
    what: 'webhook secret',
    env: 'IDV_WEBHOOK_SECRET',
    configured: config.receiver?.secret,
  });
  // The address of the configuration is that of live runs: recordings are often of another host.
  return { ...factsOf(config), baseUrl: options.baseUrl, formSlug: options.formSlug ?? config.formSlug, webhookSecret };
}

async function read(names: readonly string[], options: RecordingOptions, io: Io): Promise<Recording> {
  try {
    return await readRecordings(names, { ...options, cwd: io.cwd }, io.signal);
  } catch (error) {
    if (error instanceof RunProblemError) throw new CliError(error.problem);
    throw error;
  }
}
