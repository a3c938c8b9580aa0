import type { Command } from '@commander-js/extra-typings';
import type { CliContext } from '@idvkit/cli-kit';

import { CAPTURES, CAPTURES_HELP, SLUG_OPTION } from './choose-captures.ts';
import { FOLDER_OPTION, openArchive, withArchive } from './open-archive.ts';
import { checkSendOptions, runSend } from './run-send.ts';
import { addSendOptions, type SendCommandOptions } from './send-options.ts';

const EXAMPLES = `
Examples:
  Capture 3 again, byte for byte:
    idvkit send 3 --to http://127.0.0.1:8080/hook
  As the service resends: new nounce, new created_at:
    idvkit send all --fresh --to http://127.0.0.1:8080/hook
  The same delivery three times:
    idvkit send 3 --times 3 --to http://127.0.0.1:8080/hook
  Some of them, in random order, slowly:
    idvkit send type:submit_form --order random --rate 10/s \\
      --to http://127.0.0.1:8080/hook
  Another value; see what would be sent:
    idvkit send 3 --set /application/status=expired --dry-run \\
      --to http://127.0.0.1:8080/hook
  What no receiver has acknowledged:
    idvkit send is:missed --to http://127.0.0.1:8080/hook
  What the last run did not finish:
    idvkit send --resume last --to http://127.0.0.1:8080/hook

${CAPTURES_HELP}

Without --fresh, every attempt carries the bytes that were captured, a retry its old nounce included; the service itself never repeats a nounce, so use --fresh to test how a receiver drops repetitions.

What is not known to be sent is sent again: after a crash a receiver may get a delivery twice, and never none.

The webhook secret comes from IDV_WEBHOOK_SECRET, or from the file that IDV_WEBHOOK_SECRET_FILE names.`;

export function addSend(base: Command, context: CliContext): void {
  const command = base.argument('[captures...]', CAPTURES).addHelpText('after', EXAMPLES);
  command.option(...FOLDER_OPTION).option(...SLUG_OPTION);
  addSendOptions(base);
  command.action(
    context.run((references: string[]) => {
      const options = command.opts() as SendCommandOptions; // The options that were added are these.
      checkSendOptions(references, options);
      return withArchive(openArchive(options.dir, context.io), (archive) =>
        runSend(references, options, { archive, io: context.io }),
      );
    }),
  );
}
