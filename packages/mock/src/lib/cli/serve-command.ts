import {
  collect,
  parseInteger,
  parsePort,
  parseUrl,
  refusedSecret,
  type AddCommand,
  type CliOptions,
} from '@idvkit/cli-kit';

const EXAMPLES = `
Examples:
  Serve on http://127.0.0.1:4010:
    idvkit mock
  Deliver to your receiver, with the secret of IDV_WEBHOOK_SECRET:
    idvkit mock --webhook http://127.0.0.1:8080/hook
  In CI: one line of JSON on stdout once it is ready:
    idvkit mock --port 0 --json
  A service that breaks one rule:
    idvkit mock --fault delivery.5xx.retried --seed 7
  See whether a client relies on what was not promised:
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

/** Options of the command, as they are parsed. Secrets are never among them. */
export type ServeOptions = Omit<ReturnType<ReturnType<typeof addOptions>['opts']>, 'token' | 'secret'>;

function addOptions(program: Parameters<CliOptions['program']>[0]) {
  return program
    .optionsGroup('Where:')
    .option('--port <port>', 'Port to listen on, 0 for any that is free', parsePort, 4010)
    .option('--host <address>', 'Address to listen on; a public one takes IDV_PORTAL_TOKEN', '127.0.0.1')
    .option('--public-url <url>', 'Address under which clients reach it, behind a proxy', parseUrl)
    .optionsGroup('Forms and receivers:')
    .option('--form <slug>', 'Add a camera flow of this slug; repeatable', collect)
    .option('--webhook <url>', 'Deliver all events here; repeatable', collectUrl)
    .optionsGroup('Behaviour:')
    .option('--fault <id>', 'Break a rule, see idvkit explain; also a glob; repeatable', collect)
    .option('--variation <id>', 'Behave in an unusual but valid way, or in all; repeatable', collect)
    .option('--seed <number>', 'Draw the same ids as another run; random if left out', parseInteger())
    .option('--state <file>', 'Load this file if it exists; write it at the end')
    .optionsGroup('Result:')
    .option('--json', 'Print one line of JSON once it is ready')
    .option('--fail-on-audit', 'End with 1 if the client broke a must rule, with 3 if it never called')
    .addOption(refusedSecret('--token <token>', 'IDV_API_TOKEN'))
    .addOption(refusedSecret('--secret <secret>', 'IDV_WEBHOOK_SECRET'));
}

function collectUrl(text: string, before?: readonly string[]): readonly string[] {
  return collect(parseUrl(text), before);
}
