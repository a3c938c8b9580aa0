import type { ExitCode } from '@idvkit/cli-kit';

import { serviceRules } from '../judge/rules/all-rules.ts';
import { mergeShards, shardSet, type NamedShard } from '../recorded/shard/merge-shards.ts';
import type { AddCommand, CommandTools } from './command.ts';
import {
  concludeBuilt,
  type Concluding,
  concludeOptions,
  diagnoseOption,
  type JudgingOptions,
  prepareJudging,
  reportingOptions,
} from './judging.ts';
import { readShard } from './read-saved.ts';
import { parseReportFiles, unusableReport } from './report-files.ts';

const EXAMPLES = `
Examples:
  Check a recording in four processes, and merge what they found:
    seq 4 | xargs -P 4 -I {} idv-conformance check day.har --shard {}/4 --report json=shard-{}.json
    idv-conformance merge-reports shard-*.json --report json=report.json --report html=report.html

The merged report is the one that a single process writes, byte for byte. If a shard is
missing, the report is incomplete and names it.`;

type MergeOptions = Omit<JudgingOptions, 'only' | 'skip' | 'lastFailed'>;

export const addMergeReportsCommand: AddCommand = (base, context, tools) => {
  const command = base.argument('<shard...>', 'Files that check --shard i/n wrote');
  reportingOptions(base);
  diagnoseOption(base);
  command
    .addHelpText('after', EXAMPLES)
    .action(
      context.run((names: readonly string[], options: MergeOptions) =>
        merge(names, options, { io: context.io, tools }),
      ),
    );
};

async function merge(
  names: readonly string[],
  options: MergeOptions,
  { io, tools }: Pick<Concluding, 'io'> & { readonly tools: CommandTools },
): Promise<ExitCode> {
  if (parseReportFiles(options.report ?? []).some(({ kind }) => kind === 'har')) {
    throw unusableReport('shards have too few messages for an HTTP archive');
  }
  const read: NamedShard[] = [];
  for (const name of names) read.push(await readShard(name, io.cwd, tools.tool));
  const shards = shardSet(read);
  const chosen = new Set(shards[0].rules.map(({ id }) => id));
  const judging = await prepareJudging({ ...options, among: serviceRules.filter(({ id }) => chosen.has(id)) }, io);
  const concluding = { judging, options, tools, io };
  const merged = mergeShards(shards, concludeOptions(concluding));
  return (await concludeBuilt(merged, concluding, { cited: (report) => report, all: (report) => report })).code;
}
