import { relative } from 'node:path';

import {
  CliError,
  ExitCode,
  type Io,
  type Command,
  type OptionsOf,
  parseBaseUrl,
  parseInteger,
  parseRate,
  parseUrl,
  readSecret,
} from '@idvkit/cli-kit';
import { counted } from '@idvkit/cli-kit/text';
import { clearTextWarning } from '@idvkit/delivery';
import type { IdvkitConfig } from '@idvkit/schema/config';
import type { Baseline } from '@idvkit/schema/formats';
import type { RuleId } from '@idvkit/schema/rules';

import { loadConfig } from '../config/load-config.ts';
import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import type { RunOptions } from '../drive/calls/run-options.ts';
import { LEDGER_FILE } from '../drive/calls/run-settings.ts';
import { allScenarios } from '../drive/scenarios/all-scenarios.ts';
import { scenariosFor } from '../drive/scenarios/run-scenarios.ts';
import { defined } from '../observe/json.ts';
import { readBaseline, readBaselineIfThere, updatedBaseline, writeBaseline } from '../report/baseline/baseline-file.ts';
import type { AddCommand, CommandTools } from './command.ts';
import {
  concludeJudging,
  dayOf,
  type Judging,
  judgingOptions,
  type JudgingOptions,
  prepareJudging,
} from './judging.ts';
import { createProgressLine } from './progress-line.ts';
import { checkWritable } from './report-files.ts';
import { listedRule, ruleList } from './rules-command.ts';

const EXAMPLES = `
Examples:
  Check a part of the contract, rule by rule:
    idv-conformance run --only "create.*" --verbose
  As configured, for CI; fail if the deliveries are not tested:
    idv-conformance run --config idvkit.config.yaml --require "delivery.*" \\
      --report junit=junit.xml --report har=traffic.har
  Look further than the scenarios do, with random sequences:
    idv-conformance run --fuzz 200
  With a phone, for what only an applicant can do:
    idv-conformance run --config idvkit.config.yaml --interactive
  Excuse known failures until they expire:
    idv-conformance run --baseline known.json

Secrets come from IDV_API_TOKEN and IDV_WEBHOOK_SECRET, from the files named by
IDV_API_TOKEN_FILE and IDV_WEBHOOK_SECRET_FILE, or from the configuration.`;

export const addRunCommand: AddCommand = (base, context, tools) => {
  const command = define(base);
  judgingOptions(base);
  command
    .option('--baseline-update', 'Update the file of --baseline with the failures of this run')
    .addHelpText('after', EXAMPLES)
    .action(context.run((options: RunCommandOptions) => drive(options, context.io, tools)));
};

type RunCommandOptions = OptionsOf<typeof define> & JudgingOptions & { readonly baselineUpdate?: boolean | undefined };

function define(command: Command) {
  return command
    .optionsGroup('Service:')
    .option('--base-url <url>', 'Address of the service; the embedded mock if left out', parseBaseUrl)
    .option('--form-slug <slug>', 'Flow with a document scan or liveness step')
    .option('--config <file>', 'Configuration; idvkit.config.* here or above, in this project, if left out')
    .optionsGroup('Receiver of deliveries:')
    .option('--receiver-listen <host:port>', 'Where deliveries arrive (default: 127.0.0.1:0)')
    .option('--receiver-url <url>', 'Address under which the service reaches the receiver', parseUrl)
    .optionsGroup('How:')
    .option('--concurrency <n>', 'Maximum of parallel calls', parseInteger({ min: 1, max: 64 }))
    .option('--rate <n/s>', 'Calls per second at most', parseRate)
    .option('--max-creates <n>', 'Applications to create at most; none can be deleted', parseInteger())
    .option('--seed <n>', 'Repeat the unknown slugs, tokens and secrets of another run', parseInteger())
    .option('--interactive', 'Ask you for what only an operator can arrange')
    .option('--list', 'Print the rules and scenarios of the run, and make no call')
    .optionsGroup('Random sequences:')
    .option('--fuzz <runs>', 'Play and check this number of random sequences, too', parseInteger({ min: 1 }))
    .option('--fuzz-only', 'Play only random sequences, and no scenario')
    .option('--fuzz-path <path>', 'Repeat one sequence: its printed path, with its --seed')
    .option('--destructive', 'Let random sequences delete and expire applications of a live service');
}

async function drive(options: RunCommandOptions, io: Io, tools: CommandTools): Promise<ExitCode> {
  const { request, judging } = await prepared(options, io);
  if (options.list === true) {
    listRun(judging.ids, io, options.json === true);
    return ExitCode.ok;
  }

  const warning = clearTextWarning(request.baseUrl);
  if (warning !== undefined) io.stderr.write(`Warning: ${warning}\n`);
  const progress = createProgressLine(io, { isQuiet: options.quiet === true, clock: tools.clock });
  const run = await tools
    .runConformance({ ...request, signal: io.signal, onProgress: progress.show })
    .finally(() => progress.end());

  const again = [
    ...(options.config === undefined ? [] : ['--config', options.config]),
    ...(options.rate === undefined ? [] : ['--rate', String(options.rate)]),
  ];
  const { report, code } = await concludeJudging(run, { judging, options, tools, io, again }).finally(() => {
    tellLedger(run, request, io);
  });
  if (options.baselineUpdate === true && options.baseline !== undefined && report.complete) {
    await writeBaseline(options.baseline, io.cwd, updatedBaseline(report.rules, judging.baseline, dayOf(tools.clock)));
  }
  return code;
}

/** Finds everything wrong with the input before the first call. */
async function prepared(
  options: RunCommandOptions,
  io: Io,
): Promise<{ readonly request: RunOptions; readonly judging: Judging }> {
  const { config, path } = await loadConfig(options.config, io);
  if (path !== undefined && options.config === undefined && options.quiet !== true) {
    io.stderr.write(`Configuration: ${relative(io.cwd, path)}\n`);
  }
  const request = {
    ...(await runRequest(options, config, io)),
    ...(await personOf(options, io)),
    ...fuzzOf(options),
  };
  const { only, skip } = request;
  const baseline = await preparedBaseline(options, io);
  const judging = await prepareJudging({ ...options, only, skip, baseline }, io);
  return { request: options.lastFailed === undefined ? request : { ...request, only: judging.ids }, judging };
}

function fuzzOf({
  fuzz,
  fuzzOnly = false,
  fuzzPath,
  destructive = false,
}: RunCommandOptions): Pick<RunOptions, 'fuzz'> {
  if (fuzz === undefined) {
    if (!fuzzOnly && fuzzPath === undefined && !destructive) return {};
    throw new CliError({
      code: 'usage',
      message: 'Cannot play random sequences: --fuzz is not given.',
      fix: 'Add --fuzz with a number, such as --fuzz 200.',
    });
  }
  const path = fuzzPath === undefined ? {} : { path: fuzzPath };
  return { fuzz: { runs: fuzz, scenarios: !fuzzOnly, destructive, ...path } };
}

async function personOf({ interactive }: RunCommandOptions, io: Io): Promise<Pick<RunOptions, 'person'>> {
  if (interactive !== true) return {};
  const { createTerminalPerson } = await import('./terminal-person.ts');
  return { person: createTerminalPerson(io) };
}

async function preparedBaseline(
  { baseline, baselineUpdate = false }: RunCommandOptions,
  { cwd }: Io,
): Promise<Baseline | undefined> {
  if (baseline !== undefined && !baselineUpdate) return readBaseline(baseline, cwd);
  if (!baselineUpdate) return undefined;
  if (baseline === undefined) {
    throw new CliError({
      code: 'baseline-missing',
      message: 'Cannot update a baseline: none is named.',
      fix: 'Name the file with --baseline.',
    });
  }
  await checkWritable(baseline, cwd);
  return readBaselineIfThere(baseline, cwd);
}

/** Prints which file lists the applications left on a live target. */
function tellLedger({ target, created }: ConformanceRun, { ledger }: RunOptions, { stderr }: Io): void {
  if (target.kind !== 'live' || created.length === 0 || ledger === false) return;
  const what = counted(created.length, 'application stays', 'applications stay');
  stderr.write(`${what} on the target; "${ledger ?? LEDGER_FILE}" lists them.\n`);
}

function listRun(ids: readonly string[], io: Pick<Io, 'stdout' | 'env'>, isJson: boolean): void {
  // Chosen ids are ids of rules.
  const rules = ids.map((id) => listedRule(id as RuleId));
  const scenarios = scenariosFor(allScenarios, ids).map(({ name }) => name);
  if (isJson) {
    io.stdout.write(
      `${JSON.stringify({ format: 'idvkit.conformance-plan', version: 1, scenarios, rules }, undefined, 2)}\n`,
    );
    return;
  }
  io.stdout.write(ruleList(rules, io));
  io.stdout.write(`\n${[counted(scenarios.length, 'scenario'), ...scenarios].join('\n  ')}\n`);
}

/** Combines command line, environment and configuration, in this order. Globs to skip add up. */
async function runRequest(
  options: RunCommandOptions,
  config: IdvkitConfig,
  io: Pick<Io, 'env' | 'cwd'>,
): Promise<RunOptions> {
  const { $schema: _, token: configuredToken, receiver: configured, ...rest } = config;
  const { formSlug, only, skip = [], concurrency, rate, maxCreates, seed } = options;
  const baseUrl = options.baseUrl ?? config.baseUrl;
  // The embedded mock creates its own secrets.
  const secretOf = (what: string, env: string, fromFile: string | undefined): Promise<string | undefined> =>
    baseUrl === undefined ? Promise.resolve(undefined) : readSecret(io, { what, env, configured: fromFile });
  return defined({
    ...rest,
    ...defined({ baseUrl, formSlug, only, concurrency, ratePerSecond: rate, maxCreates, seed }),
    token: await secretOf('API token', 'IDV_API_TOKEN', configuredToken),
    receiver: defined({
      ...configured,
      secret: await secretOf('webhook secret', 'IDV_WEBHOOK_SECRET', configured?.secret),
      listen: options.receiverListen ?? configured?.listen,
      url: options.receiverUrl ?? configured?.url,
    }),
    skip: [...(config.skip ?? []), ...skip],
  });
}
