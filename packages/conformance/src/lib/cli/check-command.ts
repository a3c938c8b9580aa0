import {
  CliError,
  collect,
  type ExitCode,
  type Io,
  type Command,
  type OptionsOf,
  parseBaseUrl,
  readSecret,
} from '@idvkit/cli-kit';

import { RunProblemError } from '../drive/calls/run-problem.ts';
import { checkRecording } from '../recorded/check-recording.ts';
import { readRecordings } from '../recorded/read-recordings.ts';
import type { Recording, RecordingOptions } from '../recorded/recording.ts';
import type { AddCommand, CommandTools } from './command.ts';
import { concludeJudging, judgingOptions, type JudgingOptions, prepareJudging } from './judging.ts';
import { readFacts } from './read-facts.ts';

const EXAMPLES = `
Examples:
  Check what a browser or mitmproxy recorded:
    idv-conformance check traffic.har --form-slug kyc
  Check what idv-replay captured, and one body:
    idv-conformance check captures/
    idv-conformance check payload.json --only "answers.*" --verbose

It checks only what the recording proves. To check the secret of deliveries, set
IDV_WEBHOOK_SECRET.`;

export const addCheckCommand: AddCommand = (base, context, tools) => {
  const command = define(base);
  judgingOptions(base);
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
    .option('--bad-answers-from <file>', 'JSON of question keys and values that the form refuses');
}

async function check(
  names: readonly string[],
  options: CheckOptions,
  { io, tools }: { readonly io: Io; readonly tools: CommandTools },
): Promise<ExitCode> {
  const judging = await prepareJudging(options, io);
  const recording = await read(names, await readingOptions(options, io), io);
  // Of a body, people want to know what is wrong with it.
  const quiet = options.quiet === true || (recording.isOfBodies === true && options.verbose !== true);
  if (!quiet) for (const note of recording.notes) io.stderr.write(`${note}\n`);
  const run = checkRecording(recording, { only: judging.ids });
  return (await concludeJudging(run, { judging, options: { ...options, quiet }, tools, io })).code;
}

async function readingOptions(options: CheckOptions, io: Io): Promise<RecordingOptions> {
  const { baseUrl, formSlug, inputParameter: inputParameters } = options;
  const facts = await readFacts(options, io);
  const webhookSecret = await readSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
  return { baseUrl, formSlug, inputParameters, webhookSecret, facts };
}

async function read(names: readonly string[], options: RecordingOptions, io: Io): Promise<Recording> {
  try {
    return await readRecordings(names, { ...options, cwd: io.cwd }, io.signal);
  } catch (error) {
    if (error instanceof RunProblemError) throw new CliError(error.problem);
    throw error;
  }
}
