import { once } from 'node:events';

import type { Command } from '@commander-js/extra-typings';
import { parsePort, parseUrl, readSecret, wrapped, type CliContext } from '@idvkit/cli-kit';

import { startUi } from '../ui/ui-server.ts';
import { CAPTURES_HELP } from './choose-captures.ts';
import { FOLDER_ARGUMENT, openArchive, withArchive } from './open-archive.ts';

const EXAMPLES = `
Examples:
  Serve the page; open the address that is printed:
    idvkit ui
  Send from it to your receiver:
    idvkit ui --to http://127.0.0.1:8080/hook
  On any port that is free:
    idvkit ui captures --port 0

The address has a token after its #, new at every start: anyone who has it can read the archive and send from it, so keep it secret. Only this machine is answered. Values that may be personal are masked until they are clicked. The page sends to loopback, and to the host of --to. Without --to, it offers the last receiver on loopback.

${CAPTURES_HELP} A word without a name is a text.

The webhook secret comes from IDV_WEBHOOK_SECRET, or from the file that IDV_WEBHOOK_SECRET_FILE names; without it, the page shows and does not send.`;

export function addUi(command: Command, { io, serve }: CliContext): void {
  command
    .argument(...FOLDER_ARGUMENT)
    .option('--to <url>', 'Address of your receiver, which the page offers', parseUrl)
    .option('--port <port>', 'Port on loopback, 0 for any that is free', parsePort, 4022)
    .addHelpText('after', EXAMPLES)
    .action(
      serve(async (dir, { port, to }) => {
        const allowHosts = to === undefined ? [] : [new URL(to).hostname];
        const secret = await readSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
        await withArchive(openArchive(dir, io), async (archive) => {
          const ui = await startUi({ archive, port, secret, target: to, allowHosts });
          io.stdout.write(`${ui.url}\n`);
          const ready = wrapped(`Showing ${archive.folder}; end with Ctrl-C`, io.stderr.columns, '  ');
          io.stderr.write(`${ready.join('\n')}\n`);
          if (secret === undefined) io.stderr.write('Nothing can be sent: IDV_WEBHOOK_SECRET is not set\n');
          if (!io.signal.aborted) await once(io.signal, 'abort');
          await ui.close();
          io.stderr.write('The page has ended\n');
        });
      }),
    );
}
