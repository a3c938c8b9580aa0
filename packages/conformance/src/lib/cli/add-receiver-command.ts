import { collect, parseInteger, parseSize, parseUrl, type CliContext, type CliOptions } from '@idvkit/cli-kit';

import { receiverCommand, type ReceiverCommandOptions, type ReceiverCommandTools } from './receiver-command.ts';

const EXAMPLES = `
Examples:
  Audit a webhook of yours; its secret is taken from IDV_WEBHOOK_SECRET:
    idv-conformance receiver --url http://127.0.0.1:3000/webhooks/idv
  Prove that it processes each submission once:
    idv-conformance receiver --url https://staging.example/idv \\
      --probe 'psql -tAc "select count(*) from kyc_submission"'
  Judge secrets alone, and keep a report for CI:
    idv-conformance receiver --url https://staging.example/idv \\
      --only "receiver.secret*" --report junit=receiver.xml

It delivers dozens of made-up submissions: audit a receiver for tests.

Exit codes:
  0    no rule failed
  1    a rule failed; this goes before 2 and 3
  2    the receiver cannot be audited, or wrong options
  3    no rule was tested, or a required rule was not
  130  interrupted; what was seen until then is reported`;

/** Adds the command `receiver`. */
export function addReceiverCommand(
  program: Parameters<CliOptions['program']>[0],
  context: CliContext,
  tools: ReceiverCommandTools,
): void {
  program
    .command('receiver')
    .description("Play the service against a client's receiver and judge how it takes that")
    .requiredOption('--url <url>', 'Address of the receiver', parseUrl)
    .option('--probe <command|url>', 'Tells how many submissions the receiver has processed')
    .option('--max-body <size>', 'Size of the largest delivery (default: 64MB)', parseSize)
    .option('--only <glob>', 'Judge these rules alone; repeatable', collect)
    .option('--skip <glob>', 'Judge all but these rules; repeatable', collect)
    .option('--require <glob>', 'Fail where one of these rules is not exercised; repeatable', collect)
    .option('--report <kind=file>', 'Report as html, markdown, json, junit, har or github; repeatable', collect)
    .option('--seed <n>', 'Deliver the same as another audit', parseInteger())
    .option('--fail-on-warning', 'Fail where a rule is broken that should be kept')
    .option('--json', 'Print one JSON document (idvkit.conformance-report) and nothing else')
    .option('--verbose', 'List every rule and every finding')
    .option('--quiet', 'Print what is not in order, and no progress')
    .addHelpText('after', EXAMPLES)
    .action(context.run((options: ReceiverCommandOptions) => receiverCommand(options, context, tools)));
}
