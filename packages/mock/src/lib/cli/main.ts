import { ExitCode, readVersion, runCli, type Main } from '@idvkit/cli-kit';

import { listFaults } from './list-faults.ts';
import { addOptions } from './options.ts';
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
      addOptions(program)
        .description('The identity verification service, in memory: endpoints, webhooks, hosted form and portal.')
        .addHelpText('after', EXAMPLES)
        .action(serving((options) => (options.listFaults ? listFaults(options, io) : serve(options, io)))),
  });
