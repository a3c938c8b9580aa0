import { runTool, type Io, type Main, type Output } from '@idvkit/cli-kit/tool';

import { frontText } from './front-text.ts';
import { front, isCheck } from './front.ts';

/** The command `idvkit`. */
export const main: Main = (argv, io) => runTool(front, argv, withFrontNames(io, argv));

/** Renames commands in messages, in help and in reports for people. Other results stay as they are: they may be data. */
function withFrontNames(io: Io, argv: readonly string[]): Io {
  const isHelp = argv[0] === 'help' || argv.includes('--help') || argv.includes('-h');
  const isReport = isCheck(argv[0]) && !argv.includes('--json');
  return { ...io, stderr: renaming(io.stderr), stdout: isHelp || isReport ? renaming(io.stdout) : io.stdout };
}

function renaming(output: Output): Output {
  return {
    get isTTY() {
      return output.isTTY;
    },
    get columns() {
      return output.columns;
    },
    write: (text) => output.write(typeof text === 'string' ? frontText(text) : text),
    raw: (data) => output.raw(data),
    ...(output.drained && { drained: () => output.drained?.() ?? Promise.resolve() }),
  };
}
