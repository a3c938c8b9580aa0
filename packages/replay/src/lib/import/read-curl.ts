import { requestPath } from '../capture/request-path.ts';
import { bodyOf, ImportProblem, type ImportedPart, type ImportReader, type ReaderOptions } from './imported.ts';
import { shellCommands, type ShellCommand } from './shell-words.ts';

/** Options that take a value which says nothing about the request. */
const WITH_VALUE: ReadonlySet<string> = new Set(
  `-o --output -m --max-time --connect-timeout --max-redirs --proto --retry --retry-delay -x --proxy --cacert -E --cert --key -w --write-out -K --config
   -u --user -b --cookie -c --cookie-jar --resolve --interface -D --dump-header --limit-rate --ciphers --tls-max -r --range`.split(
    /\s+/,
  ),
);
/** Options of one letter that stand alone, and may be written together. */
const FLAGS = /^-[sSkfLivgNG#01246]+$/;
const FLAG_WORDS: ReadonlySet<string> = new Set(
  `--silent --show-error --insecure --fail --fail-with-body --location --include --verbose --globoff --no-buffer --compressed --http1.0
   -- --http1.1 --http2 --http2-prior-knowledge --http3 --tlsv1.2 --tlsv1.3 --no-progress-meter --path-as-is --raw --tcp-nodelay`.split(
    /\s+/,
  ),
);
const MAX_SCRIPT_LENGTH = 256 * 2 ** 20;

/** Reads curl command lines: one, or a script of them. Bodies that they name with `@` are read from those files. */
export const readCurl: ImportReader = async function* readCurl(input, options) {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    parts.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_SCRIPT_LENGTH) throw new ImportProblem(`it has more than ${MAX_SCRIPT_LENGTH} bytes of commands`);
  }
  for (const command of shellCommands(Buffer.concat(parts).toString('utf8'))) {
    const at = command.words.findIndex((word) => /(?:^|\/)curl(?:\.exe)?$/.test(word));
    // A function that passes its arguments on to curl, as exported scripts have, makes no request of its own.
    if (at !== -1 && !command.words.includes('$@'))
      yield partOf({ ...command, words: command.words.slice(at + 1) }, options);
  }
};

interface Data {
  readonly text: string;
  readonly file?: string;
  /** Whether line breaks of a file are taken out, as `--data` does. */
  readonly isJoined: boolean;
}

function partOf({ words, line }: ShellCommand, options: ReaderOptions): ImportedPart {
  let method: string | undefined;
  let url = '';
  const headers: [string, string][] = [];
  const data: Data[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [option, attached] = splitOption(word);
    const value = (): string => attached ?? words[(at += 1)] ?? '';
    if (!word.startsWith('-') || word === '-') url = word;
    else if (option === '-X' || option === '--request') method = value();
    else if (option === '--url') url = value();
    else if (option === '-H' || option === '--header') addHeader(headers, value());
    else if (option === '-A' || option === '--user-agent') headers.push(['User-Agent', value()]);
    else if (option === '-e' || option === '--referer') headers.push(['Referer', value()]);
    else if (option === '--data-binary' || option === '--json') {
      data.push(dataOf(value(), false));
      if (option === '--json') headers.push(['Content-Type', 'application/json'], ['Accept', 'application/json']);
    } else if (option === '-d' || option === '--data' || option === '--data-ascii') data.push(dataOf(value(), true));
    else if (option === '--data-raw') data.push({ text: value(), isJoined: false });
    else if (WITH_VALUE.has(option)) value();
    else if (!FLAGS.test(word) && !FLAG_WORDS.has(word)) {
      throw new ImportProblem(
        `line ${line} has the option ${option}, which changes the request in a way that is not known here`,
      );
    }
  }
  if (url === '') return { kind: 'skipped', why: `the command on line ${line} names no address` };
  if (data.length === 0) return { kind: 'skipped', why: 'requests without a body' };
  return {
    kind: 'delivery',
    delivery: {
      method: (method ?? 'POST').toUpperCase(),
      path: requestPath(/^[a-z]+:\/\//i.test(url) ? url : `http://${url}`),
      headers,
      body: bodyOfData(data, line, options),
      fidelity: 'decoded',
    },
  };
}

function splitOption(word: string): [string, string?] {
  if (word.startsWith('--')) {
    const equals = word.indexOf('=');
    return equals === -1 ? [word] : [word.slice(0, equals), word.slice(equals + 1)];
  }
  return /^-[XHdAeoumxbcwKEDr]./.test(word) ? [word.slice(0, 2), word.slice(2)] : [word];
}

function addHeader(headers: [string, string][], text: string): void {
  const colon = text.indexOf(':');
  if (colon > 0) headers.push([text.slice(0, colon).trim(), text.slice(colon + 1).trim()]);
}

function dataOf(value: string, isJoined: boolean): Data {
  return value.startsWith('@') ? { text: '', file: value.slice(1), isJoined } : { text: value, isJoined };
}

async function* bodyOfData(
  data: readonly Data[],
  line: number,
  { openFile }: ReaderOptions,
): AsyncGenerator<Uint8Array> {
  for (const [at, { text, file, isJoined }] of data.entries()) {
    if (at > 0) yield Buffer.from('&');
    if (file === undefined) yield* bodyOf(Buffer.from(text));
    else if (file === '-')
      throw new ImportProblem(`the command on line ${line} reads its body from stdin, which is not here`);
    else for await (const chunk of await openFile(file)) yield isJoined ? withoutBreaks(chunk) : chunk;
  }
}

function withoutBreaks(chunk: Uint8Array): Uint8Array {
  return chunk.filter((byte) => byte !== 0x0a && byte !== 0x0d);
}
