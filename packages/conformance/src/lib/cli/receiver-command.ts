import {
  type ExitCode,
  type Io,
  type OptionsOf,
  type Command,
  parseInteger,
  parseSize,
  parseUrl,
  requireSecret,
} from '@idvkit/cli-kit';

import { receiverRules } from '../judge/rules/receiver.ts';
import type { AddCommand, CommandTools } from './command.ts';
import {
  concludeJudging,
  type JobOptions,
  jobOptions,
  judgingOptions,
  type JudgingOptions,
  prepareJudging,
} from './judging.ts';
import { createProgressLine } from './progress-line.ts';

const EXAMPLES = `
Examples:
  Audit a webhook of yours; its secret is taken from IDV_WEBHOOK_SECRET:
    idvkit receiver --url http://127.0.0.1:3000/webhooks/idv
  Prove that it processes each submission once:
    idvkit receiver --url https://staging.example/idv \\
      --probe 'psql -tAc "select count(*) from kyc_submission"'
  Check only secrets, and write a report for CI:
    idvkit receiver --url https://staging.example/idv \\
      --only "receiver.secret*" --report junit=receiver.xml

It delivers dozens of made-up submissions: audit a receiver for tests.`;

export const addReceiverCommand: AddCommand = (base, context, tools) => {
  const command = define(base);
  judgingOptions(base);
  jobOptions(base);
  command
    .addHelpText('after', EXAMPLES)
    .action(context.run((options: ReceiverCommandOptions) => audit(options, context.io, tools)));
};

type ReceiverCommandOptions = OptionsOf<typeof define> & JudgingOptions & JobOptions;

function define(command: Command) {
  return command
    .optionsGroup('Receiver:')
    .requiredOption('--url <url>', 'Address of the receiver', parseUrl)
    .option('--probe <command|url>', 'Gives the number of submissions that the receiver has processed')
    .option('--state-probe <command|url>', 'Gives the state of {slug}: find older ones that overwrite newer')
    .option('--max-body <size>', 'Size of the largest delivery (default: 64MB)', parseSize)
    .option('--seed <n>', 'Repeat the deliveries of another audit', parseInteger());
}

async function audit(options: ReceiverCommandOptions, io: Io, tools: CommandTools): Promise<ExitCode> {
  const { url, probe, stateProbe, maxBody, only, seed } = options;
  const judging = await prepareJudging({ ...options, among: receiverRules }, io);
  const secret = await requireSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });

  const progress = createProgressLine(io, { isQuiet: options.json === true, clock: tools.clock });
  const run = await tools
    .auditReceiver({
      url,
      secret,
      ...(only && { only }),
      ...(probe !== undefined && { probe }),
      ...(stateProbe !== undefined && { stateProbe }),
      ...(maxBody !== undefined && { maxBodyBytes: maxBody }),
      ...(seed !== undefined && { seed }),
      signal: io.signal,
      onProgress: progress.show,
    })
    .finally(() => progress.end());
  return (await concludeJudging(run, { judging, options, tools, io })).code;
}
