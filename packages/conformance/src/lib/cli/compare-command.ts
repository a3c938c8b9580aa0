import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { CliError, type Command, createPaint, ExitCode, type Io, type OptionsOf, parseInteger } from '@idvkit/cli-kit';
import { clearTextWarning } from '@idvkit/delivery';
import type { ConformanceReport, IdvkitConfig } from '@idvkit/schema/formats';

import { compareReports, type NamedReport } from '../compare/compare-reports.ts';
import { terminalComparison } from '../compare/terminal-comparison.ts';
import { loadConfig } from '../config/load-config.ts';
import { createReport } from '../report/create-report.ts';
import { runRequest, tellLedger } from './check-service.ts';
import type { AddCommand, CommandTools } from './command.ts';
import { createProgressLine } from './progress-line.ts';
import { readReport } from './read-report.ts';

const EXAMPLES = `
Examples:
  Compare staging with production:
    idvkit compare staging.yaml production.yaml
  Compare the service with a report of yesterday:
    idvkit check --config idvkit.config.yaml --report json=yesterday.json
    idvkit compare yesterday.json idvkit.config.yaml
  Every condition that differs, and those that only one of them met:
    idvkit compare yesterday.json today.json --json

Two configurations are run with the same seed, one after the other. Put the token and the secret of each in its configuration, such as token: \${STAGING_TOKEN}. Values of people are neither compared nor shown.`;

/** Adds `idvkit compare`. */
export const addCompareCommand: AddCommand = (base, context, tools) => {
  define(base)
    .argument('<a>', 'Configuration of a target, or report that --report json=FILE wrote')
    .argument('<b>', 'The other one')
    .addHelpText('after', EXAMPLES)
    .action(
      context.run((a: string, b: string, options: OptionsOf<typeof define>) =>
        compare([a, b], options, { io: context.io, tools }),
      ),
    );
};

function define(command: Command) {
  return command
    .option('--seed <n>', 'Seed of both runs (default: that of A or B)', parseInteger())
    .option('--json', 'Print one JSON document (idvkit.comparison) and nothing else');
}

interface Target {
  readonly file: string;
  readonly config: IdvkitConfig;
  readonly path: string | undefined;
}

/** @throws {CliError} `report-not-comparable`, `nothing-compared`, and what reading and running a target throws. */
async function compare(
  files: readonly [string, string],
  { seed: given, json = false }: OptionsOf<typeof define>,
  { io, tools }: { readonly io: Io; readonly tools: CommandTools },
): Promise<ExitCode> {
  // Everything wrong with the input is found before the first call.
  const [one, other] = [await open(files[0], io), await open(files[1], io)];
  const seed = given ?? seedOf(one) ?? seedOf(other);
  const run = { seed, isQuiet: json, io, tools };
  const a = 'report' in one ? one : await runTarget(one, run);
  const b = 'report' in other ? other : await runTarget(other, { ...run, seed: seed ?? a.report.seed });
  if (io.signal.aborted) return ExitCode.interrupted;
  const comparison = compareReports(a, b, tools.tool);
  if (comparison.compared === 0) {
    throw new CliError({
      code: 'nothing-compared',
      message: `Cannot compare "${a.name}" with "${b.name}": they have no condition in common.`,
      fix: 'Check both with the same form settings, rules and seed.',
    });
  }
  const { stdout, env } = io;
  stdout.write(
    json
      ? `${JSON.stringify(comparison, undefined, 2)}\n`
      : terminalComparison(comparison, { paint: createPaint(stdout, env), columns: stdout.columns }),
  );
  return comparison.differences.length > 0 ? ExitCode.findings : ExitCode.ok;
}

function seedOf(side: Target | NamedReport): number | undefined {
  return 'report' in side ? side.report.seed : side.config.seed;
}

async function open(file: string, io: Io): Promise<Target | NamedReport> {
  if (await isReport(resolve(io.cwd, file))) {
    const report = await readReport(file, io.cwd);
    if (report.behaviour !== undefined) return { name: file, report };
    throw new CliError({
      code: 'report-not-comparable',
      message: `Cannot compare the report "${file}": it does not say how the service behaves.`,
      fix: 'Name a report that this version of idvkit check wrote about a service.',
    });
  }
  const { config, path } = await loadConfig(file, io);
  return { file, config, path };
}

/** Checks for a report by its `format`. A file that cannot be read is left to the reader of configurations. */
async function isReport(path: string): Promise<boolean> {
  if (/\.(?:ya?ml|[cm]?[jt]s)$/i.test(path)) return false;
  const text = await readFile(path, 'utf8').catch(() => '');
  return /^\s*\{\s*"format":\s*"idvkit\./.test(text);
}

/** @throws {CliError} the problem of a run that judged nothing. */
async function runTarget(
  { file, config, path }: Target,
  run: { readonly seed: number | undefined; readonly isQuiet: boolean; readonly io: Io; readonly tools: CommandTools },
): Promise<NamedReport> {
  const { seed, isQuiet, io, tools } = run;
  const request = {
    ...(await runRequest({ seed }, config, { cwd: io.cwd, env: ownSecrets(config, io.env) })),
    ...(path !== undefined && { commandFolder: dirname(path) }),
  };
  const warning = clearTextWarning(request.baseUrl);
  if (warning !== undefined) io.stderr.write(`Warning: ${warning}\n`);
  if (!isQuiet) io.stderr.write(`Running ${file}\n`);
  const progress = createProgressLine(io, { isQuiet, clock: tools.clock });
  const ran = await tools
    .runConformance({ ...request, signal: io.signal, onProgress: progress.show })
    .finally(() => progress.end());
  tellLedger(ran, request, io);
  const report = createReport(ran);
  if (report.problem !== undefined && !isJudged(report)) throw new CliError(report.problem);
  return { name: file, report };
}

function isJudged({ summary }: ConformanceReport): boolean {
  return summary.passed + summary.failed + summary.warned > 0;
}

/** The environment names one token: a target that has its own must not get that of the other. */
function ownSecrets({ token, receiver }: IdvkitConfig, env: Io['env']): Io['env'] {
  const own = [
    ...(token === undefined ? [] : ['IDV_API_TOKEN']),
    ...(receiver?.secret === undefined ? [] : ['IDV_WEBHOOK_SECRET']),
  ];
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.includes(name.replace(/_FILE$/, ''))));
}
