import { collect, parsePort, parseUrl, type CliContext, type CliOptions } from '@idvkit/cli-kit';

import { proxyCommand, type ProxyCommandOptions, type ProxyCommandTools } from './proxy-command.ts';

const EXAMPLES = `
Examples:
  Stand between a client and staging; the client calls http://127.0.0.1:4011:
    idv-conformance proxy --upstream https://staging.example --form-slug kyc
  Have deliveries go through as well: the portal of the service has
  http://127.0.0.1:4011/_receiver in place of the client's receiver:
    idv-conformance proxy --upstream http://127.0.0.1:4010 \\
      --receiver-to http://127.0.0.1:8080/hook --report html=proxy.html

Everything goes through as it is. Findings are told as they come, and Ctrl-C
ends it with the report. What the traffic does not prove is not judged. The
webhook secret, which tells whether deliveries carry it, is taken from
IDV_WEBHOOK_SECRET.

Exit codes: 0, 1, 2 and 3 as of run; Ctrl-C is how it ends, so not 130.`;

/** Adds the command `proxy`. */
export function addProxyCommand(
  program: Parameters<CliOptions['program']>[0],
  context: CliContext,
  tools: ProxyCommandTools,
): void {
  program
    .command('proxy')
    .description('Stand between a client and the service and judge what goes through')
    .requiredOption('--upstream <url>', 'Address of the service', parseUrl)
    .option('--port <port>', 'Port on 127.0.0.1, 0 for any that is free', parsePort, 4011)
    .option('--receiver-to <url>', 'Receiver of the client; deliveries to /_receiver go there', parseUrl)
    .option('--base-url <url>', 'Address in the links of the service; --upstream if left out', parseUrl)
    .option('--form-slug <slug>', 'Flow that has a document scan or liveness step')
    .option('--input-parameter <key>', 'Input parameter that the form declares; repeatable', collect)
    .option('--only <glob>', 'Judge these rules alone; repeatable', collect)
    .option('--skip <glob>', 'Judge all but these rules; repeatable', collect)
    .option('--require <glob>', 'Fail where one of these rules is not exercised; repeatable', collect)
    .option('--report <kind=file>', 'Report as html, markdown, json, junit, har or github; repeatable', collect)
    .option('--baseline <file>', 'Rules that are known to be broken, until when and why')
    .option('--fail-on-warning', 'Fail where a rule is broken that should be kept')
    .option('--json', 'Print one JSON document (idvkit.conformance-report) and nothing else')
    .option('--verbose', 'List every rule and every finding')
    .option('--quiet', 'Print what is not in order, and nothing before the end')
    .addHelpText('after', EXAMPLES)
    .action(context.serve((options: ProxyCommandOptions) => proxyCommand(options, context, tools)));
}
