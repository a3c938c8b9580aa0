import { resolve } from 'node:path';

import {
  CliError,
  collect,
  ExitCode,
  type Io,
  type Command,
  type OptionsOf,
  parseBaseUrl,
  parseShard,
  readSecret,
  writeFileAtomic,
} from '@idvkit/cli-kit';

import { RunProblemError } from '../drive/calls/run-problem.ts';
import { checkRecording } from '../recorded/check-recording.ts';
import { readRecordings } from '../recorded/read-recordings.ts';
import type { Recording, RecordingOptions } from '../recorded/recording.ts';
import { checkShard } from '../recorded/shard/check-shard.ts';
import type { AddCommand, CommandTools } from './command.ts';
import { concludeJudging, diagnoseOption, judgingOptions, type JudgingOptions, prepareJudging } from './judging.ts';
import { readFacts } from './read-facts.ts';

const EXAMPLES = `
Examples:
  Check what a browser or mitmproxy recorded:
    idv-conformance check traffic.har --form-slug kyc
  Check what idv-replay captured, and one body:
    idv-conformance check captures/
    idv-conformance check payload.json --only "answers.*" --verbose
  Check the second of four shares of a large recording, to merge with merge-reports:
    idv-conformance check day.har captures/ --shard 2/4 --report json=shard-2.json

It checks only what the recording proves. To check the secret of deliveries, set
IDV_WEBHOOK_SECRET.`;

export const addCheckCommand: AddCommand = (base, context, tools) => {
  const command = define(base);
  judgingOptions(base);
  diagnoseOption(base);
  command
    .addHelpText('after', EXAMPLES)
    .action(
      context.run((names: readonly string[], options: CheckOptions) =>
        check(names, options, { io: context.io, tools }),
      ),
    );
};

type CheckOptions = OptionsOf<typeof define> & JudgingOptions;

function define(command: Command) {
  return command
    .argument('<recording...>', 'HAR files and folders of idv-replay capture; or bodies')
    .optionsGroup('What was recorded:')
    .option('--base-url <url>', 'Address of the service; the host that is called if left out', parseBaseUrl)
    .option('--form-slug <slug>', 'Flow that has a document scan or liveness step')
    .option('--input-parameter <key>', 'Input parameter that the form declares; repeatable', collect)
    .option('--deleted-slugs-from <file>', 'Slugs of deleted applications, one per line')
    .option('--unknown-slugs-from <file>', 'Slugs that never existed, one per line')
    .option('--invalid-tokens-from <file>', 'API tokens that are not valid, one per line')
    .option('--bad-answers-from <file>', 'JSON of question keys and values that the form refuses')
    .option('--shard <i/n>', 'Check one of n shares of the applications, from 1', parseShard);
}

async function check(
  names: readonly string[],
  options: CheckOptions,
  { io, tools }: { readonly io: Io; readonly tools: CommandTools },
): Promise<ExitCode> {
  const { shard } = options;
  if (shard !== undefined) refuseReporting(options);
  const judging = await prepareJudging(options, io);
  const known = await readingOptions(options, io);
  const recording = await read(names, known, io);
  if (options.quiet !== true) for (const note of recording.notes) io.stderr.write(`${note}\n`);
  const selection = { only: judging.ids };
  if (shard === undefined) {
    return (await concludeJudging(checkRecording(recording, selection), { judging, options, tools, io })).code;
  }
  const { tool, fingerprintKey: key } = tools;
  const text = `${JSON.stringify(checkShard(recording, { ...selection, shard, tool, key, recording: known }))}\n`;
  if (options.json === true) io.stdout.write(text);
  for (const { file } of judging.files) await writeFileAtomic(resolve(io.cwd, file), text);
  return ExitCode.ok;
}

/** Refuses options that are about the whole recording. @throws {CliError} `shard-options`. */
function refuseReporting(options: CheckOptions): void {
  const refused: string[] = REPORTING.filter(([name]) => options[name] !== undefined).map(([, flag]) => flag);
  const reports = options.report ?? [];
  if (reports.some((report) => !report.startsWith('json='))) refused.push('another --report than json');
  const state =
    refused[0] === undefined
      ? options.json === true || reports.length > 0
        ? undefined
        : 'nothing would be written'
      : `${refused[0]} is about the whole recording`;
  if (state === undefined) return;
  throw new CliError({
    code: 'shard-options',
    message: `Cannot check a shard: ${state}.`,
    fix: 'Write the shard with --report json=FILE. Give other options to merge-reports.',
  });
}

const REPORTING = [
  ['require', '--require'],
  ['baseline', '--baseline'],
  ['failOnWarning', '--fail-on-warning'],
  ['compare', '--compare'],
  ['history', '--history'],
  ['diagnose', '--diagnose'],
] as const;

async function readingOptions(options: CheckOptions, io: Io): Promise<RecordingOptions> {
  const { baseUrl, formSlug, inputParameter: inputParameters, shard } = options;
  const facts = await readFacts(options, io);
  const webhookSecret = await readSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
  return { baseUrl, formSlug, inputParameters, webhookSecret, facts, shard };
}

async function read(names: readonly string[], options: RecordingOptions, io: Io): Promise<Recording> {
  try {
    return await readRecordings(names, { ...options, cwd: io.cwd }, io.signal);
  } catch (error) {
    if (error instanceof RunProblemError) throw new CliError(error.problem);
    throw error;
  }
}
