import { requireSecret, type CliContext, type ExitCode } from '@idvkit/cli-kit';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import { receiverRules } from '../judge/rules/receiver.ts';
import type { ReceiverAuditOptions } from '../receiver-audit/audit-options.ts';
import { concludeJudging, exitCodeOf, prepareJudging, type JudgingOptions, type JudgingTools } from './judging.ts';
import { createProgressLine } from './progress-line.ts';

/** Options of `idv-conformance receiver`. */
export interface ReceiverCommandOptions extends JudgingOptions {
  readonly url: string;
  readonly probe?: string | undefined;
  readonly maxBody?: number | undefined;
  readonly seed?: number | undefined;
}

/** What the command takes from outside, so that tests can put something else in its place. */
export interface ReceiverCommandTools extends JudgingTools {
  readonly auditReceiver: (options: ReceiverAuditOptions) => Promise<ConformanceRun>;
}

/**
 * Audits a receiver and reports what came of it.
 *
 * @throws {CliError} if what was given is wrong, or the receiver cannot be audited.
 */
export async function receiverCommand(
  options: ReceiverCommandOptions,
  { io }: Pick<CliContext, 'io'>,
  tools: ReceiverCommandTools,
): Promise<ExitCode> {
  const { url, probe, maxBody, only, skip = [], seed } = options;
  const judging = await prepareJudging({ ...options, among: receiverRules }, io);
  const secret = await requireSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });

  const progress = createProgressLine(io, { isQuiet: options.quiet === true, clock: tools.clock });
  const run = await tools
    .auditReceiver({
      url,
      secret,
      skip,
      ...(only === undefined ? {} : { only }),
      ...(probe === undefined ? {} : { probe }),
      ...(maxBody === undefined ? {} : { maxBodyBytes: maxBody }),
      ...(seed === undefined ? {} : { seed }),
      signal: io.signal,
      onProgress: progress.show,
    })
    .finally(() => progress.end());
  return exitCodeOf(await concludeJudging(run, { judging, options, tools, io }));
}
