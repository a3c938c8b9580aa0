import { collect, parseInteger, parsePort, parseUrl, refusedSecret, type CliOptions } from '@idvkit/cli-kit';

/** Options of the command, as they are parsed. Secrets are never among them. */
export type ServeOptions = Omit<ReturnType<ReturnType<typeof addOptions>['opts']>, 'token' | 'secret'>;

export function addOptions(program: Parameters<CliOptions['program']>[0]) {
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
    .option('--quiet', 'Print no line per call and delivery')
    .addOption(refusedSecret('--token <token>', 'IDV_API_TOKEN'))
    .addOption(refusedSecret('--secret <secret>', 'IDV_WEBHOOK_SECRET'));
}

function collectUrl(text: string, before?: readonly string[]): readonly string[] {
  return collect(parseUrl(text), before);
}
