import { requestPath } from '../../capture/request-path.ts';
import { ImportProblem, type ImportReader } from './imported.ts';

/** A quoted word, in which a quote is written `'\''`. */
const WORD = String.raw`'[^']*(?:'\\''[^']*)*'`;
const COMMAND = new RegExp(
  String.raw`^curl -X (${WORD})((?: \\\n {4}-H ${WORD})*) \\\n {4}--data-binary @(\S+) -- "\$TARGET"(${WORD})\s*$`,
);
const HEADER = new RegExp(String.raw`-H (${WORD})`, 'g');
const MAX_SCRIPT_BYTES = 256 * 2 ** 20;

/** Reads a script that `idv-replay export --format curl` wrote, and the bodies next to it. */
export const readCurl: ImportReader = async function* readCurl(input, { openFile }) {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    parts.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_SCRIPT_BYTES) throw new ImportProblem(`it has more than ${MAX_SCRIPT_BYTES} bytes of commands`);
  }
  let line = 1;
  for (const command of Buffer.concat(parts)
    .toString('utf8')
    .split(/^(?=curl )/m)) {
    const start = line;
    line += command.split('\n').length - 1;
    if (!command.startsWith('curl ')) continue;
    const [, method = '', headers = '', file = '', path = ''] = COMMAND.exec(command) ?? [];
    if (file === '') throw new ImportProblem(`the command on line ${start} is not one that idv-replay export writes`);
    yield {
      kind: 'delivery',
      delivery: {
        method: unquoted(method),
        path: requestPath(unquoted(path)),
        headers: [...headers.matchAll(HEADER)].map(([, header = '']) => toField(unquoted(header))),
        body: await openFile(file),
        fidelity: 'decoded',
      },
    };
  }
};

function unquoted(word: string): string {
  return word.slice(1, -1).replaceAll(String.raw`'\''`, "'");
}

function toField(header: string): [name: string, value: string] {
  const colon = header.indexOf(': ');
  return [header.slice(0, colon), header.slice(colon + 2)];
}
