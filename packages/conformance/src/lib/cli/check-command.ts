import { CliError } from '@idvkit/cli-kit';

import { type CheckOptions, checkOptions } from './check-options.ts';
import { checkRecordings } from './check-recordings.ts';
import { checkService } from './check-service.ts';
import type { AddCommand } from './command.ts';
import { jobOptions, judgingOptions } from './judging.ts';

const EXAMPLES = `
Examples:
  Check the embedded mock, or one with a fault:
    idvkit check
    idvkit check --fault auth.absent.403
  Check a live service, as configured; fail if the deliveries are not tested:
    idvkit check --config idvkit.config.yaml --require "delivery.*" \\
      --report junit=junit.xml
  Check recordings: an HTTP archive, a folder of captures, a body:
    idvkit check traffic.har idvkit.capture --form-slug kyc
    idvkit check payload.json --only "answers.*" --verbose
  Excuse known failures until they expire:
    idvkit check --baseline idvkit.baseline.json

Of a recording, only what it proves is checked.

Secrets come from IDV_API_TOKEN and IDV_WEBHOOK_SECRET, from the files named by
IDV_API_TOKEN_FILE and IDV_WEBHOOK_SECRET_FILE, or from the configuration.`;

/** Adds `idvkit check`, of a live service, the embedded mock, or recordings. */
export const addCheckCommand: AddCommand = (base, context, tools) => {
  const command = checkOptions(base);
  judgingOptions(base);
  jobOptions(base);
  command.addHelpText('after', EXAMPLES).action(
    context.run((recordings: readonly string[], options: CheckOptions) => {
      if (recordings.length === 0) return checkService(options, context.io, tools);
      refuseLiveOptions(options);
      return checkRecordings(recordings, options, { io: context.io, tools });
    }),
  );
};

/** Options that a recording has no use for, by their names. */
const LIVE_OPTIONS = [
  'fault',
  'rate',
  'budget',
  'thorough',
  'seed',
  'interactive',
  'list',
  'fuzz',
  'fuzzPath',
  'destructive',
] as const satisfies readonly (keyof CheckOptions)[];

/** @throws {CliError} `usage` */
function refuseLiveOptions(options: CheckOptions): void {
  const given = LIVE_OPTIONS.find((name) => options[name] !== undefined);
  if (given === undefined) return;
  const flag = `--${given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new CliError({
    code: 'usage',
    message: `Cannot use ${flag} with recordings: it is about a live service.`,
    fix: `Leave ${flag} out, or leave the recordings out.`,
  });
}
