import type { AddCommand } from '@idvkit/cli-kit';

import { addOptions } from './options.ts';

const EXAMPLES = `
Examples:
  Serve on http://127.0.0.1:4010:
    idvkit mock
  Deliver to your receiver, with the secret of IDV_WEBHOOK_SECRET:
    idvkit mock --webhook http://127.0.0.1:8080/hook
  In CI: one line of JSON on stdout once it is ready:
    idvkit mock --port 0 --json --quiet
  A service that breaks one rule:
    idvkit mock --fault delivery.5xx.retried --seed 7
  See whether a client relies on what nobody promised:
    idvkit mock --variation all
  Check the client that calls it, and end accordingly:
    idvkit mock --fail-on-audit

Secrets are not taken as arguments, which every process can read. They come from IDV_API_TOKEN (without it the token is idv_test_token), IDV_WEBHOOK_SECRET and IDV_PORTAL_TOKEN, or from the files that IDV_API_TOKEN_FILE and so on name.`;

/** Adds the options and the action of `idvkit mock`. The mock is loaded only to run. */
export const addServe: AddCommand = (command, { io, serve: serving }) => {
  addOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(serving(async (options) => (await import('./serve.ts')).serve(options, io)));
};
