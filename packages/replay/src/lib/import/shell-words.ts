import { ImportProblem } from './imported.ts';

/** A command of a shell script, as words. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** Line on which it begins, from 1. */
  readonly line: number;
}

const ANSI_C: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '0': '\0',
};

/**
 * Takes a script apart into commands and words, as far as copied command lines go: quotes of three kinds, backslashes,
 * comments, commands one per line. Variables and substitutions stay as they are written.
 *
 * @throws {ImportProblem} where a quote is not closed.
 */
export function shellCommands(script: string): ShellCommand[] {
  const commands: ShellCommand[] = [];
  let words: string[] = [];
  let word: string | undefined;
  let line = 1;
  let start = 1;
  let at = 0;
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push({ words, line: start });
    words = [];
  };
  const add = (text: string): void => {
    if (word === undefined && words.length === 0) start = line;
    word = (word ?? '') + text;
  };
  while (at < script.length) {
    const char = script.charAt(at);
    const next = script.charAt(at + 1);
    if (char === '\n') {
      endCommand();
      line += 1;
    } else if (char === '\\' && (next === '\n' || script.startsWith('\r\n', at + 1))) {
      endWord();
      line += 1;
      at += next === '\n' ? 1 : 2;
    } else if (char === '\\') {
      add(next);
      at += 1;
    } else if (char === '#' && word === undefined) {
      while (at + 1 < script.length && script.charAt(at + 1) !== '\n') at += 1;
    } else if (char === ' ' || char === '\t' || char === '\r') endWord();
    else if (char === ';' || char === '|' || char === '&') {
      if (word === undefined || char !== '&') endCommand();
      else add(char);
    } else if (char === "'" || char === '"' || (char === '$' && next === "'")) {
      const opened = line;
      const kind = char === '$' ? 'ansi' : char === "'" ? 'single' : 'double';
      at += kind === 'ansi' ? 2 : 1;
      add('');
      for (;;) {
        if (at >= script.length) throw new ImportProblem(`the quote that opens on line ${opened} is not closed`);
        const inner = script.charAt(at);
        if (inner === '\n') line += 1;
        if (inner === (kind === 'double' ? '"' : "'")) break;
        if (inner === '\\' && kind !== 'single') {
          const [text, length] = kind === 'ansi' ? ansiEscape(script, at) : doubleEscape(script.charAt(at + 1));
          add(text);
          at += length;
          continue;
        }
        add(inner);
        at += 1;
      }
    } else add(char);
    at += 1;
  }
  endCommand();
  return commands;
}

function doubleEscape(escaped: string): [text: string, length: number] {
  if (escaped === '\n') return ['', 2];
  return ['"', '\\', '$', '`'].includes(escaped) ? [escaped, 2] : ['\\', 1];
}

function ansiEscape(script: string, at: number): [text: string, length: number] {
  const [whole, unit, byte] = /^\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2}))/.exec(script.slice(at, at + 6)) ?? [];
  if (whole !== undefined) return [String.fromCharCode(Number.parseInt(unit ?? byte ?? '', 16)), whole.length];
  const escaped = script.charAt(at + 1);
  return [ANSI_C[escaped] ?? `\\${escaped}`, 2];
}
