import { collect, parseInteger, parseRate, parseUrl, runCli, type Main } from '@idvkit/cli-kit';
import { systemClock } from '@idvkit/delivery';

import { TOOL } from '../report/tool.ts';
import { addProxyCommand } from './add-proxy-command.ts';
import { addReceiverCommand } from './add-receiver-command.ts';
import { checkCommand, type CheckCommandOptions } from './check-command.ts';
import type { ProxyCommandTools } from './proxy-command.ts';
import type { ReceiverCommandTools } from './receiver-command.ts';
import { listRules } from './rules-command.ts';
import { runCommand, type RunCommandOptions, type RunCommandTools } from './run-command.ts';

const EXAMPLES = `
Examples:
  Check a mock of its own, to see what a good service looks like:
    idv-conformance run
  Check a live service; the API token is taken from IDV_API_TOKEN:
    idv-conformance run --base-url https://idv.example.com --form-slug kyc
  See what the rules of a part of the contract are:
    idv-conformance rules "delivery.*"`;

const RUN_EXAMPLES = `
Examples:
  Judge a part of the contract, rule by rule:
    idv-conformance run --only "create.*" --verbose
  As configured, for CI; not to judge the deliveries is a failure:
    idv-conformance run --config idvkit.config.yaml --require "delivery.*" \\
      --report junit=junit.xml --report har=traffic.har
  Look further than the scenarios do, with random sequences:
    idv-conformance run --fuzz 200
  With a phone at hand; leave it and go on as you like:
    idv-conformance run --config idvkit.config.yaml --interactive
  Go on while known failures are being dealt with, until they expire:
    idv-conformance run --baseline known.json

Secrets come from IDV_API_TOKEN and IDV_WEBHOOK_SECRET, from the files that
these names with _FILE at their end name, or from the configuration.

Exit codes:
  0    no rule failed
  1    a rule failed; this goes before 2 and 3
  2    the target could not be judged, or not wholly; or wrong options
  3    no rule was tested, or a required rule was not
  130  interrupted; what was seen until then is reported`;

const CHECK_EXAMPLES = `
Examples:
  Judge what a browser or mitmproxy recorded:
    idv-conformance check traffic.har --form-slug kyc
  Judge what idv-replay captured, and one body:
    idv-conformance check captures/
    idv-conformance check payload.json --only "answers.*" --verbose

What a recording does not prove is not judged. The webhook secret, which tells
whether deliveries carry it, is taken from IDV_WEBHOOK_SECRET.

Exit codes: those of run; 2 as well where a file cannot be read.`;

/** Makes the command `idv-conformance`; tests put other tools in the place of its own. */
export function createMain(tools: Partial<RunCommandTools & ReceiverCommandTools & ProxyCommandTools> = {}): Main {
  return (argv, io) => {
    const allTools: RunCommandTools = { runConformance: loadAndRun, clock: systemClock, tool: TOOL, ...tools };
    return runCli({
      ...TOOL,
      argv,
      io,
      program: (program, context) => {
        program
          .description('Checks that an identity verification service keeps its contract, rule by rule, with evidence.')
          .addHelpText('after', EXAMPLES);
        program
          .command('run')
          .description('Drive a service through every condition of its contract and judge what it does')
          .option('--base-url <url>', 'Address of the service; the embedded mock if left out', parseUrl)
          .option('--form-slug <slug>', 'Flow with a document scan or liveness step')
          .option('--config <file>', 'Configuration; idvkit.config.* here or above, in this project, if left out')
          .option('--receiver-listen <host:port>', 'Where deliveries arrive (default: 127.0.0.1:0)')
          .option('--receiver-url <url>', 'Address under which the service reaches that', parseUrl)
          .option('--only <glob>', 'Judge these rules alone; repeatable', collect)
          .option('--skip <glob>', 'Judge all but these rules; repeatable', collect)
          .option('--require <glob>', 'Fail where one of these rules is not exercised; repeatable', collect)
          .option('--report <kind=file>', 'Report as html, markdown, json, junit, har or github; repeatable', collect)
          .option('--baseline <file>', 'Rules that are known to be broken, until when and why')
          .option('--baseline-update', 'Bring the file of --baseline up to what this run finds')
          .option('--concurrency <n>', 'Calls in flight at once', parseInteger({ min: 1, max: 64 }))
          .option('--rate <n/s>', 'Calls per second at most', parseRate)
          .option('--max-creates <n>', 'Applications to create at most; none can be deleted', parseInteger())
          .option('--seed <n>', 'Make the same unknown slugs, tokens and secrets as another run', parseInteger())
          .option('--fail-on-warning', 'Fail where a rule is broken that should be kept')
          .option('--fuzz <runs>', 'Play so many random sequences as well, and judge them', parseInteger({ min: 1 }))
          .option('--fuzz-only', 'Play random sequences alone, and no scenario')
          .option('--fuzz-path <path>', 'Play one sequence again: the path that was printed, with its --seed')
          .option('--destructive', 'Let random sequences delete and expire applications of a live service')
          .option('--interactive', 'Ask you for what only an operator can arrange; can be left and gone on with')
          .option('--list', 'Print the rules and scenarios of the run, and make no call')
          .option('--json', 'Print one JSON document (idvkit.conformance-report) and nothing else')
          .option('--verbose', 'List every rule and every finding')
          .option('--quiet', 'Print what is not in order, and no progress')
          .addHelpText('after', RUN_EXAMPLES)
          .action(context.run((options: RunCommandOptions) => runCommand(options, context, allTools)));
        program
          .command('check')
          .description('Judge recorded traffic: an HTTP archive, a folder of captures, or bodies')
          .argument('<recording...>', 'FILE.har, a folder of idv-replay capture, or bodies as JSON')
          .option('--base-url <url>', 'Address of the service; the host that is called if left out', parseUrl)
          .option('--form-slug <slug>', 'Flow that has a document scan or liveness step')
          .option('--input-parameter <key>', 'Input parameter that the form declares; repeatable', collect)
          .option('--deleted-slugs-from <file>', 'Slugs of deleted applications, one a line')
          .option('--unknown-slugs-from <file>', 'Slugs that never were applications, one a line')
          .option('--invalid-tokens-from <file>', 'API tokens that are not valid, one a line')
          .option('--bad-answers-from <file>', 'JSON of question keys and values that the form refuses')
          .option('--only <glob>', 'Judge these rules alone; repeatable', collect)
          .option('--skip <glob>', 'Judge all but these rules; repeatable', collect)
          .option('--require <glob>', 'Fail where one of these rules is not exercised; repeatable', collect)
          .option('--report <kind=file>', 'Report as html, markdown, json, junit, har or github; repeatable', collect)
          .option('--baseline <file>', 'Rules that are known to be broken, until when and why')
          .option('--fail-on-warning', 'Fail where a rule is broken that should be kept')
          .option('--json', 'Print one JSON document (idvkit.conformance-report) and nothing else')
          .option('--verbose', 'List every rule and every finding')
          .option('--quiet', 'Print what is not in order')
          .addHelpText('after', CHECK_EXAMPLES)
          .action(
            context.run((names: readonly string[], options: CheckCommandOptions) =>
              checkCommand(names, options, context, allTools),
            ),
          );
        addProxyCommand(program, context, { ...allTools, startProxy: loadAndListen, ...tools });
        addReceiverCommand(program, context, { ...allTools, auditReceiver: loadAndAudit, ...tools });
        program
          .command('rules')
          .description('List the rules of the contract')
          .argument('[globs...]', 'Rules to list, by id or glob')
          .option('--json', 'Print one JSON document (idvkit.rule-catalogue)')
          .action(
            context.run((globs: readonly string[], options: { readonly json?: true | undefined }) =>
              listRules(globs, options, io),
            ),
          );
      },
    });
  };
}

/** Help and lists need neither the mock nor the client: they are loaded for a run alone. */
const loadAndRun: RunCommandTools['runConformance'] = async (options) => {
  const { runConformance } = await import('../run-conformance.ts');
  return runConformance(options);
};

const loadAndAudit: ReceiverCommandTools['auditReceiver'] = async (options) => {
  const { auditReceiver } = await import('../receiver-audit/run-receiver-audit.ts');
  return auditReceiver(options);
};

const loadAndListen: ProxyCommandTools['startProxy'] = async (options) => {
  const { startProxy } = await import('../proxy/start-proxy.ts');
  return startProxy(options);
};

/** The command `idv-conformance`. */
export const main: Main = createMain();
