import { parsePort, parseUrl, readSecret, type AddCommand, type Io } from '@idvkit/cli-kit';

import { startUi } from '../ui/ui-server.ts';
import { captureAlongside } from './capture-command.ts';
import { FOLDER_OPTION } from './open-archive.ts';
import { parseServiceAddress } from './service-address.ts';

const EXAMPLES = `
Examples:
  Keep deliveries, pass each on to your receiver, and show them on a page:
    idvkit listen --to http://127.0.0.1:8080/hook
  Without a service, in a second terminal:
    idvkit trigger submit_form --to http://127.0.0.1:4020

Enter the printed address in the portal of the service, as a webhook. A service on another machine cannot reach it: open a tunnel to the port first, and enter the address of the tunnel. A tunnel must speak https to the service, and http to this port.

The webhook secret comes from IDV_WEBHOOK_SECRET, or from the file that IDV_WEBHOOK_SECRET_FILE names, and the API token from IDV_API_TOKEN or IDV_API_TOKEN_FILE. idvkit capture has more options.`;

interface ListenOptions {
  readonly to: string;
  readonly port: number;
  readonly uiPort: number;
  readonly dir: string;
  readonly baseUrl?: string | undefined;
}

/** Adds `idvkit listen`: capture, forward and the page in one process. */
export const addListen: AddCommand = (command, { io, serve }) => {
  command
    .requiredOption('--to <url>', 'Address of your receiver', parseUrl)
    .option('--port <port>', 'Port on loopback for deliveries, 0 for any free one', parsePort, 4020)
    .option('--ui-port <port>', 'Port on loopback for the page, 0 for any free one', parsePort, 4022)
    .option(...FOLDER_OPTION)
    .option('--base-url <url>', 'Keep the images of this service, with the API token', parseServiceAddress)
    .addHelpText('after', EXAMPLES)
    .action(serve((options: ListenOptions) => listen(options, io)));
};

async function listen(options: ListenOptions, io: Io): Promise<void> {
  const secret = await readSecret(io, { what: 'webhook secret', env: 'IDV_WEBHOOK_SECRET' });
  await captureAlongside(captureArguments(options), io, async (archive, url) => {
    const ui = await startUi({ archive, port: options.uiPort, secret, target: options.to });
    io.stderr.write(
      [
        `Webhook: ${url}`,
        '  Enter it in the portal of the service. A service on another machine needs a',
        '  tunnel first, such as:',
        `  cloudflared tunnel --url ${url}`,
        `Page:    ${ui.url}`,
        'Ctrl-C ends it.',
        '',
      ].join('\n'),
    );
    return () => ui.close();
  });
}

function captureArguments({ to, port, dir, baseUrl }: ListenOptions): readonly string[] {
  const service = baseUrl === undefined ? [] : ['--base-url', baseUrl];
  return ['--forward-to', to, '--port', String(port), '--dir', dir, ...service];
}
