import {
  collect,
  type Command,
  type OptionsOf,
  parseBaseUrl,
  parseByName,
  parseInteger,
  parseRate,
} from '@idvkit/cli-kit';

import type { JobOptions, JudgingOptions } from './judging.ts';

/** Options of `idvkit check`. */
export type CheckOptions = OptionsOf<typeof checkOptions> & JudgingOptions & JobOptions;

const parseBudget = parseByName({
  calls: parseInteger({ min: 1 }),
  applications: parseInteger(),
  minutes: parseInteger({ min: 1 }),
});

/** Adds the options that only `idvkit check` has. */
export function checkOptions(command: Command) {
  return command
    .argument('[recordings...]', 'HAR files, folders of captures, or bodies; a live service if left out')
    .optionsGroup('Service:')
    .option('--base-url <url>', 'Address of the service; the embedded mock if left out', parseBaseUrl)
    .option('--form-slug <slug>', 'Flow with a document scan or liveness step')
    .option('--config <file>', 'Configuration; idvkit.config.* here or above, in this project, if left out')
    .option('--fault <id>', 'Break a rule of the embedded mock, to see it fail; repeatable', collect)
    .optionsGroup('Which rules:')
    .option('--skip <glob>', 'Do not check these rules; repeatable', collect)
    .optionsGroup('How:')
    .option('--rate <n/s>', 'Calls per second at most', parseRate)
    .option('--budget <limits>', 'At most this much, such as calls=500,applications=60,minutes=5', parseBudget)
    .option('--thorough', 'Call under every triple of conditions, not only every pair')
    .option('--seed <n>', 'Repeat the unknown slugs, tokens and secrets of another run', parseInteger())
    .option('--interactive', 'Ask you for what only an operator can arrange')
    .option('--list', 'Print rules, scenarios and plan of the run; make no call')
    .optionsGroup('Random sequences:')
    .option('--fuzz <runs>', 'Play this number of random sequences, and no scenario', parseInteger({ min: 1 }))
    .option('--fuzz-path <path>', 'Repeat one sequence: its printed path, with its --seed')
    .option('--destructive', 'Let random sequences delete and expire applications of a live service');
}
