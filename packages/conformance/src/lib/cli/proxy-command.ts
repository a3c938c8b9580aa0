import { randomBytes } from 'node:crypto';
import { once } from 'node:events';

import {
  counted,
  createPaint,
  createProgress,
  type ExitCode,
  type Io,
  type Command,
  type OptionsOf,
  parseBaseUrl,
  parsePort,
  parseUrl,
  printable,
  readSecret,
} from '@idvkit/cli-kit';

import { loadConfig } from '../config/load-config.ts';
import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import { findingKind, type LiveFinding } from '../proxy/live-findings.ts';
import type { Proxy } from '../proxy/start-proxy.ts';
import type { NotKept } from '../proxy/traffic-buffer.ts';
import { factsOf } from '../recorded/recording-facts.ts';
import type { AddCommand, CommandTools } from './command.ts';
import { concludeJudging, judgingOptions, type JudgingOptions, prepareJudging } from './judging.ts';

const EXAMPLES = `
Examples:
  Stand between a client and staging; the client calls http://127.0.0.1:4011:
    idvkit proxy --upstream https://staging.example --form-slug kyc
  Pass deliveries on, too; in the portal of the service, replace the client's
  receiver by http://127.0.0.1:4011/_receiver:
    idvkit proxy --upstream http://127.0.0.1:4010 \\
      --receiver-to http://127.0.0.1:8080/hook --report html=proxy.html

The proxy changes nothing. It prints findings as they come, and reports when you
press Ctrl-C. It checks only what the traffic proves. To check the secret of
deliveries, set IDV_WEBHOOK_SECRET.`;

export const addProxyCommand: AddCommand = (base, context, tools) => {
  const command = define(base);
  judgingOptions(base);
  command
    .addHelpText('after', EXAMPLES)
    .action(context.serve((options: ProxyCommandOptions) => serveProxy(options, context.io, tools)));
};

type ProxyCommandOptions = OptionsOf<typeof define> & JudgingOptions;

function define(command: Command) {
  return command
    .optionsGroup('Service, client and receiver:')
    .requiredOption('--upstream <url>', 'Address of the service', parseBaseUrl)
    .option('--port <port>', 'Port on 127.0.0.1, 0 for any free port', parsePort, 4011)
    .option('--receiver-to <url>', 'Client receiver to which deliveries to /_receiver go', parseUrl)
    .option('--base-url <url>', 'Address in the links of the service; --upstream if left out', parseBaseUrl)
    .option('--form-slug <slug>', 'Flow that has a document scan or liveness step')
    .option('--config <file>', 'Configuration; idvkit.config.* here or above, in this project, if left out');
}

async function serveProxy(options: ProxyCommandOptions, io: Io, tools: CommandTools): Promise<ExitCode> {
  const judging = await prepareJudging(options, io);
  const { fingerprintKey = randomBytes(16).toString('hex') } = tools;
  const log = createLog(io, tools.clock);
  const { upstream, port, receiverTo, baseUrl } = options;
  const { config } = await loadConfig(options.config, io);
  const proxy = await tools.startProxy({
    upstream,
    port,
    receiverTo,
    baseUrl,
    formSlug: options.formSlug ?? config.formSlug,
    inputParameters: factsOf(config).inputParameters,
    webhookSecret: await readSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' }),
    only: judging.ids,
    fingerprintKey,
    onFinding: log.finding,
    onFailure: log.failure,
  });
  log.ready(proxy);
  if (!io.signal.aborted) await once(io.signal, 'abort');
  log.closing();
  const run = await proxy.close();
  log.ended(run, proxy.notKept);
  return (await concludeJudging(run, { judging, options, tools: { ...tools, fingerprintKey }, io })).code;
}

function createLog(io: Io, clock: CommandTools['clock']) {
  const paint = createPaint(io.stderr, io.env);
  const progress = createProgress({ io, clock });
  const reported: LiveFinding[] = [];
  const failures = new Map<string, number>();
  const say = (line: string): void => progress.message(line);
  return {
    ready: ({ url, receiverUrl }: Proxy) => {
      say(`Proxy on ${url}: call it in place of the service. Ctrl-C ends it and reports.`);
      if (receiverUrl !== undefined) say(`Deliveries go through ${receiverUrl}: enter that in the portal.`);
    },
    finding: (finding: LiveFinding) => {
      reported.push(finding);
      const [symbol, style] = finding.level === 'must' ? (['✗', 'red'] as const) : (['!', 'yellow'] as const);
      say(`${paint(style, symbol)} ${paint('bold', finding.rule)}  ${finding.message}`);
      say(`  ${paint('cyan', finding.observation)} ${printable(finding.summary, Math.max(40, io.stderr.columns - 8))}`);
    },
    failure: (why: string) => {
      const before = failures.get(why) ?? 0;
      failures.set(why, before + 1);
      if (before === 0) say(why);
    },
    closing: () => say('Checking what went through…'),
    ended: (run: ConformanceRun, notKept: NotKept) => {
      progress.end();
      for (const line of notes({ run, notKept, reported, failures })) say(line);
    },
  };
}

interface Served {
  readonly run: ConformanceRun;
  readonly notKept: NotKept;
  readonly reported: readonly LiveFinding[];
  readonly failures: ReadonlyMap<string, number>;
}

function* notes({ run: { outcomes }, notKept, reported, failures }: Served): Generator<string> {
  const { other, preflight, calls, bodies } = notKept;
  const left = [
    [other, 'to other addresses'],
    [preflight, 'asked of a browser before a call'],
    [calls, 'beyond those that are kept'],
  ] as const;
  const leftOut = left.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (leftOut.length > 0) yield `Passed on and not checked: ${leftOut.join(', ')}.`;
  if (bodies > 0) yield `Not checked: ${counted(bodies, 'body', 'bodies')} too large to keep.`;
  for (const [why, count] of failures) if (count > 1) yield `${why}: ${count} times.`;
  const standing = new Set(
    outcomes.flatMap(({ rule, findings }) => findings.map(({ message }) => findingKind(rule.id, message))),
  );
  const broken = new Set<string>(outcomes.filter((outcome) => outcome.failures > 0).map(({ rule }) => rule.id));
  // Findings are cut off: a rule that still fails was not withdrawn.
  const withdrawn = reported.filter(
    ({ rule, message }) => !standing.has(findingKind(rule, message)) && !broken.has(rule),
  );
  for (const { rule, observation } of withdrawn) {
    yield `Withdrawn: ${rule} (${observation}). What came later leaves open what had to be answered there.`;
  }
}
