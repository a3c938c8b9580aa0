import { hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';

import {
  cannot,
  checkValue,
  CliError,
  collect,
  collectEach,
  createPaint,
  createProgress,
  ExitCode,
  matchesGlob,
  parseInteger,
  parseReport,
  readJsonFile,
  writeFileAtomic,
  type Command,
  type Io,
  type OptionsOf,
} from '@idvkit/cli-kit';
import { hardenReport, type HardenReport } from '@idvkit/schema/formats';

import type { AddCommand, CommandTools } from './command.ts';
import { checkWritable } from './report-files.ts';

const EXAMPLES = `
Examples:
  Find out what the tests of a client notice:
    idvkit harden -- npm test
  In CI: at most 5 minutes, and fail below 80 %:
    idvkit harden --minutes 5 --min 80 --report html=harden.html -- npm test
  Run the tests with one fault again:
    idvkit harden --only create.status.201 -- npm test

The tests read the address of the mock from IDV_BASE_URL, the token from IDV_API_TOKEN, the secret of deliveries from IDV_WEBHOOK_SECRET, and the address of the portal from IDV_PORTAL_URL: POST $IDV_PORTAL_URL/webhooks adds a receiver. Each run has its own mock. An incomplete run continues when the command runs again.`;

/** File kinds that a result is written as. */
const KINDS = ['html', 'markdown', 'json'] as const;
/** Folder of incomplete runs. */
const STATE_FOLDER = '.idvkit';

export const addHardenCommand: AddCommand = (base, context, tools) => {
  define(base)
    .argument('<command...>', 'Test command of the client, after --')
    .addHelpText('after', EXAMPLES)
    .action(
      context.run((command: readonly string[], options: HardenCommandOptions) =>
        harden(command, { options, io: context.io, tools }),
      ),
    );
};

type HardenCommandOptions = OptionsOf<typeof define>;

function define(command: Command) {
  return command
    .optionsGroup('Runs:')
    .option('--only <glob>', 'Only these faults and variations; repeatable', collect)
    .option('--jobs <n>', 'Runs at a time (default: cores)', parseInteger({ min: 1 }))
    .option('--minutes <n>', 'Start no run after this time (default: no limit)', parseInteger({ min: 1 }))
    .optionsGroup('Result:')
    .option('--min <percent>', 'End with 1 if the tests notice fewer faults', parseInteger({ max: 100 }))
    .option('--report <kind=file>', `Write a report: ${KINDS.join(', ')}; repeatable`, collectEach(parseReport(KINDS)))
    .option('--json', 'Print one JSON document (idvkit.harden-report) and nothing else');
}

interface Hardening {
  readonly options: HardenCommandOptions;
  readonly io: Io;
  readonly tools: Pick<CommandTools, 'clock' | 'tool'>;
}

/** @throws {CliError} `nothing-chosen`, `state-unusable`, `file-unwritable`, and what {@link hardenClient} throws. */
async function harden([file = '', ...args]: readonly string[], { options, io, tools }: Hardening): Promise<ExitCode> {
  const { clock, tool } = tools;
  const { only, jobs = availableParallelism(), minutes, min, report: files = [], json } = options;
  const { hardenClient } = await import('../harden/harden-client.ts');
  const { ALL_CHANGES } = await import('../harden/change.ts');
  const { HARDEN_WRITERS, jsonHarden } = await import('../harden/harden-writers.ts');
  const isChosen = only === undefined ? undefined : matchesGlob(only);
  if (isChosen && !ALL_CHANGES.some(({ id }) => isChosen(id))) {
    throw new CliError({
      code: 'nothing-chosen',
      message: `Cannot choose "${only?.join('", "')}": no fault or variation has this id.`,
      fix: 'Run idvkit explain RULE to see the faults of a rule; a * stands for any text.',
    });
  }
  for (const { file: name } of files) await checkWritable(name, io.cwd);
  const words = [file, ...args] as const;
  const key = hash('sha256', JSON.stringify([tool.version, only ?? [], words]), 'hex').slice(0, 12);
  const state = join(io.cwd, STATE_FOLDER, `harden-${key}.json`);
  const earlier = await readState(state);
  const progress = createProgress({ io, clock });
  if (json !== true)
    progress.message(earlier ? 'Running the tests once, to continue an incomplete run' : 'Running the tests once');
  const report = await hardenClient({
    words,
    cwd: io.cwd,
    env: io.env,
    signal: io.signal,
    jobs,
    budgetMs: minutes === undefined ? undefined : minutes * 60_000,
    ...(isChosen && { isChosen }),
    earlier,
    tool,
    clock,
    onCompared: (count) => progress.update(`Comparing what the tests receive with ${count} changes`),
    onProgress: (soFar) => progress.update(progressText(soFar)),
    onResult: (soFar) => writeFileAtomic(state, jsonHarden(soFar)),
  }).finally(() => progress.end());
  if (report.complete) await rm(state, { force: true });

  for (const { kind, file: name } of files) {
    await writeFileAtomic(resolve(io.cwd, name), HARDEN_WRITERS[kind](report));
  }
  if (json === true) io.stdout.write(jsonHarden(report));
  else {
    const { terminalHarden } = await import('../harden/terminal-harden.ts');
    io.stdout.write(terminalHarden(report, { paint: createPaint(io.stdout, io.env), columns: io.stdout.columns }));
  }
  const { score } = report.summary;
  if (score === null) return ExitCode.inconclusive;
  return min !== undefined && score < min ? ExitCode.findings : ExitCode.ok;
}

function progressText({ changes, summary }: HardenReport): string {
  const { faults, variations } = summary;
  const done = faults.run + variations.run;
  const all = changes.filter(({ tests }) => tests !== 'not-met').length;
  return `${done}/${all} runs · ${faults.noticed} of ${faults.run} faults noticed · ${variations.broke} variations broke the client`;
}

/** Reads the result of an incomplete run. @throws {CliError} `state-unusable`. */
async function readState(path: string): Promise<HardenReport | undefined> {
  const unusable = cannot('state-unusable', `continue "${path}"`, 'Remove it to start again.');
  const value = await readJsonFile(path, { unusable, isOptional: true });
  return value === undefined ? undefined : checkValue(hardenReport, value, unusable);
}
