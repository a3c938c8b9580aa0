import { dirname, relative } from 'node:path';

import { CliError, closest, ExitCode, readSecret, counted, type Io } from '@idvkit/cli-kit';
import { clearTextWarning } from '@idvkit/delivery';
import type { IdvkitConfig } from '@idvkit/schema/formats';

import { loadConfig } from '../config/load-config.ts';
import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import type { RunOptions } from '../drive/calls/run-options.ts';
import { LEDGER_FILE } from '../drive/calls/run-settings.ts';
import { allScenarios } from '../drive/scenarios/all-scenarios.ts';
import { scenariosFor } from '../drive/scenarios/run-scenarios.ts';
import { serviceRules } from '../judge/rules/all-rules.ts';
import { defined } from '../observe/json.ts';
import { planConformance } from '../plan-conformance.ts';
import type { CheckOptions } from './check-options.ts';
import type { CommandTools } from './command.ts';
import { concludeJudging, type Judging, prepareJudging } from './judging.ts';
import { expectedText, planText } from './plan-text.ts';
import { createProgressLine } from './progress-line.ts';
import { listedRule, ruleList } from './rule-list.ts';

/** Checks a live service, or the embedded mock. */
export async function checkService(options: CheckOptions, io: Io, tools: CommandTools): Promise<ExitCode> {
  const { request, judging } = await prepared(options, io);
  if (options.list === true) {
    await listRun(judging.ids, request, { io, isJson: options.json === true });
    return ExitCode.ok;
  }

  const warning = clearTextWarning(request.baseUrl);
  if (warning !== undefined) io.stderr.write(`Warning: ${warning}\n`);
  const progress = createProgressLine(io, {
    isQuiet: options.json === true,
    clock: tools.clock,
  });
  const run = await tools
    .runConformance({ ...request, signal: io.signal, onProgress: progress.show })
    .finally(() => progress.end());

  const again = [
    ...(options.config === undefined ? [] : ['--config', options.config]),
    ...(options.rate === undefined ? [] : ['--rate', String(options.rate)]),
  ];
  const { code } = await concludeJudging(run, { judging, options, tools, io, again }).finally(() => {
    tellLedger(run, request, io);
  });
  return code;
}

/** Finds everything wrong with the input before the first call. */
async function prepared(
  options: CheckOptions,
  io: Io,
): Promise<{ readonly request: RunOptions; readonly judging: Judging }> {
  const { config, path } = await loadConfig(options.config, io);
  if (path !== undefined && options.config === undefined && options.json !== true) {
    io.stderr.write(`Configuration: ${relative(io.cwd, path)}\n`);
  }
  const request = {
    ...(await runRequest(options, config, io)),
    ...(path !== undefined && { commandFolder: dirname(path) }),
    ...(await personOf(options, io)),
    ...fuzzOf(options),
  };
  const { only, skip } = request;
  const judging = await prepareJudging({ ...options, only, skip }, io);
  return { request, judging };
}

function fuzzOf({ fuzz, fuzzPath, destructive = false }: CheckOptions): Pick<RunOptions, 'fuzz'> {
  if (fuzzPath !== undefined) return { fuzz: { runs: 1, destructive, path: fuzzPath } };
  if (fuzz !== undefined) return { fuzz: { runs: fuzz, destructive } };
  if (!destructive) return {};
  throw new CliError({
    code: 'usage',
    message: 'Cannot play random sequences: --fuzz is not given.',
    fix: 'Add --fuzz with a number, such as --fuzz 200.',
  });
}

async function personOf({ interactive }: CheckOptions, io: Io): Promise<Pick<RunOptions, 'person'>> {
  if (interactive !== true) return {};
  const { createTerminalPerson } = await import('./terminal-person.ts');
  return { person: createTerminalPerson(io) };
}

/** Prints which file lists the applications left on a live target. */
export function tellLedger({ target, created }: ConformanceRun, { ledger }: RunOptions, { stderr }: Io): void {
  if (target.kind !== 'live' || created.length === 0 || ledger === false) return;
  const what = counted(created.length, 'application stays', 'applications stay');
  stderr.write(`${what} on the target; "${ledger ?? LEDGER_FILE}" lists them.\n`);
}

async function listRun(
  ids: readonly string[],
  request: RunOptions,
  { io, isJson }: { readonly io: Pick<Io, 'stdout' | 'env'>; readonly isJson: boolean },
): Promise<void> {
  const chosen = serviceRules.filter(({ id }) => ids.includes(id));
  const rules = chosen.map(({ id }) => listedRule(id));
  const scenarios = scenariosFor(allScenarios, chosen).map(({ name }) => name);
  const { target, ...plan } = await planConformance(request, chosen);
  if (isJson) {
    const document = { format: 'idvkit.conformance-plan', version: 1, scenarios, rules, plan };
    io.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
    return;
  }
  io.stdout.write(ruleList(rules, io));
  io.stdout.write(`\n${[counted(scenarios.length, 'scenario'), ...scenarios].join('\n  ')}\n`);
  const width = Math.min(100, Math.max(40, io.stdout.columns));
  const of = target === 'live' ? 'a live service' : 'the embedded mock';
  io.stdout.write(`\nPlanned for ${of}: ${expectedText(plan)}\n${planText(plan, width)}\n`);
}

/** Combines command line, environment and configuration, in this order. Globs to skip add up. */
export async function runRequest(
  options: Partial<CheckOptions>,
  config: IdvkitConfig,
  io: Pick<Io, 'env' | 'cwd'>,
): Promise<RunOptions> {
  const { $schema: _, token: configuredToken, receiver: configured, ...rest } = config;
  const { formSlug, only, skip = [], rate, budget, thorough, seed } = options;
  // A fault asks for the mock, whatever is configured.
  const baseUrl = options.fault === undefined ? (options.baseUrl ?? config.baseUrl) : undefined;
  const faults = options.fault && (await knownFaults(options.fault, options.baseUrl));
  // The embedded mock creates its own secrets.
  const secretOf = (what: string, env: string, fromFile: string | undefined): Promise<string | undefined> =>
    baseUrl === undefined ? Promise.resolve(undefined) : readSecret(io, { what, env, configured: fromFile });
  return defined({
    ...rest,
    ...defined({ baseUrl, formSlug, only, faults, ratePerSecond: rate, thorough, seed }),
    token: await secretOf('API token', 'IDV_API_TOKEN', configuredToken),
    receiver: defined({
      ...configured,
      secret: await secretOf('webhook secret', 'IDV_WEBHOOK_SECRET', configured?.secret),
    }),
    budget: (config.budget ?? budget) && { ...config.budget, ...budget },
    skip: [...(config.skip ?? []), ...skip],
  });
}

/** @throws {CliError} `usage`, `fault-unknown` */
async function knownFaults(ids: readonly string[], baseUrl: string | undefined): Promise<readonly string[]> {
  if (baseUrl !== undefined) {
    throw new CliError({
      code: 'usage',
      message: 'Cannot use --fault with --base-url: only the embedded mock can break a rule.',
      fix: 'Leave one of them out. A mock that you started takes its faults from idvkit mock --fault.',
    });
  }
  const { allFaults } = await import('@idvkit/mock');
  const known = allFaults.map(({ id }) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown === undefined) return ids;
  const [meant] = closest(unknown, known);
  throw new CliError({
    code: 'fault-unknown',
    message: `Unknown fault "${unknown}".`,
    fix: `${meant === undefined ? '' : `Did you mean "${meant}"? `}Run idvkit explain RULE to see the faults of a rule.`,
  });
}
