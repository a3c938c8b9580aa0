import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Text of each declaration that a module exports, without comments and line breaks, by name. */
export type Declarations = Readonly<Record<string, string>>;

/** Reads what an emitted declaration file exports, re-exports included; what another package declares is named by it. */
export function exportedDeclarations(path: string): Declarations {
  const found: Record<string, string> = {};
  const text = readFileSync(path, 'utf8')
    .replaceAll(/\/\*(?:(?!\*\/)[^])*\*\/|^\/\/#.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  for (const statement of statementsOf(text)) {
    const from = /^export (?:type )?(\*|\{.*\}) from '(.+)'/.exec(statement);
    if (from) Object.assign(found, reExported(path, from[1] ?? '', from[2] ?? ''));
    const name = /^export (?:declare )?(?:abstract )?(?:const|class|function|interface|type|enum) (\w+)/.exec(
      statement,
    )?.[1];
    // Overloads of a function share its name.
    if (name !== undefined) found[name] = [found[name], statement].filter((part) => part !== undefined).join(' ');
  }
  return found;
}

function reExported(path: string, names: string, from: string): Declarations {
  const own = from.startsWith('.')
    ? exportedDeclarations(resolve(dirname(path), from.replace(/\.[jt]s$/, '.d.ts')))
    : undefined;
  if (names === '*') return own ?? { [`* of ${from}`]: `export * from '${from}'` };
  const picked = names
    .slice(1, -1)
    .split(',')
    .map((name) => name.replace(/\btype /, '').trim());
  return Object.fromEntries(
    picked.filter(Boolean).map((name) => {
      const [inner = '', outer = inner] = name.split(' as ');
      return [outer, own?.[inner] ?? `export { ${inner} } from '${from}'`];
    }),
  );
}

/** Splits the text of a declaration file into its statements. */
function* statementsOf(text: string): Generator<string> {
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? '';
    if ('\'"`'.includes(character)) {
      do index += text[index] === '\\' ? 2 : 1;
      while (index < text.length && text[index] !== character);
    } else if ('{(['.includes(character)) depth++;
    else if ('})]'.includes(character)) depth--;
    if (depth > 0) continue;
    const isBlockEnd =
      character === '}' &&
      /^(?:export )?(?:declare )?(?:abstract )?(?:interface|class|enum|namespace)\b/.test(
        text.slice(start, start + 40),
      );
    if (character === ';' || isBlockEnd) {
      yield text.slice(start, index + 1);
      start = text[index + 1] === ' ' ? index + 2 : index + 1;
    }
  }
}
