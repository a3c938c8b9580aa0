import type { EventEmitter } from 'node:events';

import { Option, type CommandUnknownOpts } from '@commander-js/extra-typings';

/** Adds the name that an option had before, which help does not show: `--serve-for`. */
export function addFormerName(command: CommandUnknownOpts, former: string, present: string): void {
  command.addOption(new Option(`${former} <value>`).hideHelp());
  // Commander's commands are emitters, of which its types have only `on`.
  const emitter = command as unknown as EventEmitter;
  emitter.on(`option:${former.slice(2)}`, (text: string) => emitter.emit(`option:${present.slice(2)}`, text));
}
