import { resolve } from 'node:path';

import {
  CliError,
  createPaint,
  ExitCode,
  parseReport,
  readVersion,
  writeFileAtomic,
  type AddCommand,
  type Io,
  type ReportFile,
} from '@idvkit/cli-kit';
import type { AnalysisPart } from '@idvkit/schema/formats';

import { gather } from '../../input/gather.ts';
import { terminalCorpus } from '../../view/terminal-corpus.ts';
import { mergeParts } from './merge-parts.ts';
import { PartFolder } from './part-folder.ts';
import { readPlan } from './plan-file.ts';
import { hashOf } from './run-task.ts';

interface CollectOptions {
  readonly parts: string;
  readonly json?: boolean | undefined;
  readonly report?: ReportFile<'html'> | undefined;
}

const EXAMPLES = `
Examples:
  What is in all payloads, on one screen:
    idvkit analyze collect plan.ndjson --parts /shared/parts
  The same as JSON:
    idvkit analyze collect plan.ndjson --parts /shared/parts --json > corpus.json

The JSON document is what idvkit analyze --json prints for all inputs of the plan, byte for byte.
The ids of tasks without a part are on standard error.`;

/** Adds the command that merges the parts of a plan. */
export const addCollect: AddCommand = (command, { io, run }) => {
  command
    .argument('<plan>', 'Plan that idvkit analyze plan has written')
    .requiredOption('--parts <folder>', 'Read the parts from a folder')
    .option('--json', 'Print one JSON document and nothing else')
    .option('--report <kind=file>', 'Also write: html', parseReport(['html']))
    .addHelpText('after', EXAMPLES)
    .action(run((plan: string, options: CollectOptions) => runCollect(plan, options, io)));
};

async function runCollect(plan: string, { parts, json, report }: CollectOptions, io: Io): Promise<ExitCode> {
  const folder = new PartFolder(resolve(io.cwd, parts));
  const ids = await gather(idsOf(readPlan(plan, io.cwd)));
  const merged = await mergeParts(wholeParts(folder, ids, io), { plan: readPlan(plan, io.cwd) });
  const { corpus, missing, tasks, failures, failureCount } = merged;
  if (missing.length === 0) await folder.sweep(Date.now());
  for (const failure of failures) io.stderr.write(`idvkit: ${failure}\n`);
  if (report !== undefined) {
    const { corpusPage } = await import('../../view/html/corpus-page.ts');
    await writeFileAtomic(
      resolve(io.cwd, report.file),
      corpusPage(corpus, failures, { version: readVersion(import.meta.url), reveal: false }),
    );
  }
  const page = { paint: createPaint(io.stdout, io.env), columns: io.stdout.columns };
  io.stdout.write(json ? `${JSON.stringify(corpus)}\n` : `${terminalCorpus(corpus, page)}\n`);
  if (missing.length === 0) return failureCount > 0 ? ExitCode.error : ExitCode.ok;
  io.stderr.write(`idvkit: ${missing.length} of ${tasks} tasks have no part:\n${missing.join('\n')}\n`);
  return ExitCode.inconclusive;
}

/** Reads the parts that are not damaged, and names the others: their tasks are to be done again. */
async function* wholeParts(folder: PartFolder, ids: readonly string[], io: Io): AsyncGenerator<AnalysisPart> {
  for (const id of ids) {
    try {
      for await (const part of folder.read([id])) {
        if (part.sha256 === hashOf(part.summary)) yield part;
        else io.stderr.write(`idvkit: The part of task ${id} is damaged: its checksum differs.\n`);
      }
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      io.stderr.write(`idvkit: ${error.message}\n`);
    }
  }
}

async function* idsOf(plan: AsyncIterable<{ readonly id: string }>): AsyncGenerator<string> {
  for await (const { id } of plan) yield id;
}
