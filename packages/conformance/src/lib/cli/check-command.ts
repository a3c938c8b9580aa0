import { CliError, readSecret, type CliContext, type ExitCode, type Io } from '@idvkit/cli-kit';

import { RunProblemError } from '../drive/calls/run-problem.ts';
import { checkRecording } from '../recorded/check-recording.ts';
import { readRecordings } from '../recorded/read-recordings.ts';
import type { Recording } from '../recorded/recording.ts';
import { concludeJudging, exitCodeOf, prepareJudging, type JudgingOptions, type JudgingTools } from './judging.ts';
import { readFacts, type FactOptions } from './read-facts.ts';

/** Options of `idv-conformance check`. */
export interface CheckCommandOptions extends JudgingOptions, FactOptions {
  readonly baseUrl?: string | undefined;
  readonly formSlug?: string | undefined;
  readonly inputParameter?: readonly string[] | undefined;
  readonly baseline?: string | undefined;
}

/** Judges recorded traffic and reports what came of it, as a run does. */
export async function checkCommand(
  names: readonly string[],
  options: CheckCommandOptions,
  { io }: Pick<CliContext, 'io'>,
  tools: JudgingTools,
): Promise<ExitCode> {
  const judging = await prepareJudging(options, io);
  const recording = await read(names, options, io);
  if (options.quiet !== true) for (const note of recording.notes) io.stderr.write(`${note}\n`);
  const run = checkRecording(recording, { only: judging.ids });
  return exitCodeOf(await concludeJudging(run, { judging, options, tools, io }));
}

async function read(names: readonly string[], options: CheckCommandOptions, io: Io): Promise<Recording> {
  const { baseUrl, formSlug, inputParameter: inputParameters } = options;
  const facts = await readFacts(options, io);
  const webhookSecret = await readSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
  try {
    const known = { baseUrl, formSlug, inputParameters, webhookSecret, facts, cwd: io.cwd };
    return await readRecordings(names, known, io.signal);
  } catch (error) {
    if (error instanceof RunProblemError) throw new CliError(error.problem);
    throw error;
  }
}
