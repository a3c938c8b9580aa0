import {
  collect,
  deprecatedOption,
  ExitCode,
  parseDuration,
  parseInteger,
  parsePort,
  parseUrl,
  readVersion,
  refusedSecret,
  runCli,
  type Main,
} from '@idvkit/cli-kit';

import { listFaults } from './list-faults.ts';
import { serve } from './serve.ts';

const EXAMPLES = `
Examples:
  idv-mock                                                 Serve on http://127.0.0.1:4010
  idv-mock --webhook http://127.0.0.1:8080/hook            Deliver to your receiver, with the secret of IDV_WEBHOOK_SECRET
  idv-mock --port 0 --json --quiet                         In CI: one line of JSON on stdout once it is ready
  idv-mock --fault delivery.5xx.retried --seed 7           A service that breaks one rule
  idv-mock --variation all                                 See whether a client relies on what nobody promised
  idv-mock --fail-on-audit                                 Judge the client that calls it, and end accordingly

Secrets are not taken as arguments, which every process can read. They come from IDV_API_TOKEN (without it the token is
idv_test_token), IDV_WEBHOOK_SECRET and IDV_PORTAL_TOKEN, or from the files that IDV_API_TOKEN_FILE and so on name.`;

/** The command `idv-mock`. */
export const main: Main = (argv, io) =>
  runCli({
    name: 'idv-mock',
    version: readVersion(import.meta.url),
    argv,
    io,
    interrupted: ExitCode.ok,
    program: (program, { serve: serving }) =>
      program
        .description('The identity verification service, in memory: endpoints, webhooks, hosted form and portal.')
        .option('--port <port>', 'Port to listen on, 0 for any that is free', parsePort, 4010)
        .option('--host <address>', 'Address to listen on', '127.0.0.1')
        .option('--allow-public', 'Let other machines reach it; takes IDV_PORTAL_TOKEN')
        .option('--public-url <url>', 'Address under which clients reach it, behind a proxy', parseUrl)
        .option('--form <slug>', 'Add a camera flow of this slug; repeatable', collect)
        .option('--plain-form <slug>', 'Add a flow without camera steps; repeatable', collect)
        .option('--webhook <url>', 'Deliver all events here; repeatable', collectUrl)
        .option('--secret-file <file>', 'Read the secret of the --webhook in the same position; repeatable', collect)
        .option('--fault <id>', 'Break a rule; repeatable', collect)
        .option('--variation <id>', 'Behave in an unusual but valid way, or in all; repeatable', collect)
        .addOption(deprecatedOption('--oddity <id>', collect))
        .option('--list-faults', 'Print the faults that there are, and end')
        .option('--seed <number>', 'Draw the same ids as another run; random if left out', parseInteger())
        .option('--state <file>', 'Go on from this file where it is there; write it at the end')
        .option('--retry-spacing <duration>', 'Wait before a delivery is retried (default: 1s)', parseDuration)
        .option('--receiver-timeout <duration>', 'Wait for the answer of a receiver (default: 30s)', parseDuration)
        .option('--json', 'Print one line of JSON once it is ready')
        .option(
          '--fail-on-audit',
          'End with 1 where the client broke a rule that it must keep, with 3 where it did not call',
        )
        .option('--quiet', 'Print no line per call and delivery')
        .addOption(refusedSecret('--token <token>', 'IDV_API_TOKEN'))
        .addOption(refusedSecret('--secret <secret>', 'IDV_WEBHOOK_SECRET'))
        .addHelpText('after', EXAMPLES)
        .action(serving((options) => (options.listFaults ? listFaults(options, io) : serve(options, io)))),
  });

function collectUrl(text: string, before?: readonly string[]): readonly string[] {
  return collect(parseUrl(text), before);
}
