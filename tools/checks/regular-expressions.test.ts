import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Characters of a text that is tried first. A quadratic search through it takes a millisecond or more, a linear one far less. */
const FIRST_LENGTH = 2500;
/** Milliseconds from which a search is looked at more closely. */
const SUSPICIOUS_MS = 0.3;
/** Lengths of the texts between which growth is measured, and the most that the time may grow: linear is 4, quadratic 16. */
const LENGTHS = [10_000, 40_000] as const;
/** Those of a search that is measured well in shorter texts, and would take seconds in longer ones. */
const SHORT_LENGTHS = [2500, 10_000] as const;
const MAX_GROWTH = 9;
/** Milliseconds in which some systems count processor time. */
const TICK_MS = 4;

/** What hostile texts repeat, beside the literal parts of the expression itself. */
const PUMPS: readonly string[] = [
  ...Array.from('a0A /\\"\'.-:=&?%[](){}$<>+@_,;#|~^*!\t\n\0éก'),
  'a ',
  '0 ',
  'a.',
  'a-',
  '0-',
  'a/',
  '[]',
  '# \n',
];

/** Finds the regular expressions of a source, with their flags. */
function expressionsIn(file: string): readonly RegExp[] {
  const found: RegExp[] = [];
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) found.push(new RegExp(node.regex.pattern, node.regex.flags));
    },
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program);
  return found;
}

/** The literal parts of an expression: `/\/api\/[^/]+\/info/` has `/api/` and `/info`. */
function literalsOf({ source }: RegExp): readonly string[] {
  const parts =
    /\\([^\w\s])|\\(?:[pP]\{[^}]*\}|u\{?[\da-fA-F]+\}?|.)|\[(?:\\.|[^\]\\])*\]|\(\?(?:[:=!]|<[=!]|<\w+>)|[()|^$*+?.]|\{[\d,]*\}/g;
  const plain = source.replaceAll(parts, (_, literal?: string) => literal ?? '\u0001');
  return [...new Set(plain.split('\u0001').filter((text) => text !== ''))].slice(0, 8);
}

/** Makes hostile texts of any length: something that the expression may begin with, then a repetition that does not end as it should. */
function* hostileTexts(expression: RegExp): Generator<(length: number) => string> {
  const literals = literalsOf(expression);
  const beginnings = literals.map((_, index) => literals.slice(0, index + 1).join(''));
  const prefixes = new Set(['', ...literals, ...beginnings, ...literals.map((literal) => `a${literal}`)]);
  const pumps = new Set([
    ...PUMPS,
    ...literals,
    literals.join(''),
    ...literals.flatMap((each) => [`${each}a`, `${each}0`]),
  ]);
  pumps.delete('');
  for (const prefix of prefixes) {
    for (const pump of pumps) yield (length) => `${prefix}${pump.repeat(Math.ceil(length / pump.length))}\u0001`;
  }
}

/** Milliseconds that a search takes, at best: other work on the machine can only add to it. */
function searchMs(expression: RegExp, text: string, times: number): number {
  return Math.min(
    ...Array.from({ length: times }, () => {
      const began = performance.now();
      text.replace(expression, '');
      return performance.now() - began;
    }),
  );
}

/** Milliseconds of processor time that a search takes, which a busy machine does not make more. */
function processorMs(expression: RegExp, text: string): number {
  const began = process.threadCpuUsage();
  text.replace(expression, '');
  const { user, system } = process.threadCpuUsage(began);
  return Math.max(TICK_MS, (user + system) / 1000);
}

/** Finds a text in which searching takes more than linear time; undefined if none of the hostile ones is such. */
function slowTextOf({ source, flags }: RegExp): string | undefined {
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  for (const textOf of hostileTexts(expression)) {
    const text = textOf(FIRST_LENGTH);
    if (searchMs(expression, text, 1) < SUSPICIOUS_MS) continue;
    const firstMs = searchMs(expression, text, 4);
    if (firstMs < SUSPICIOUS_MS) continue;
    const [short, long] = (firstMs < 2 * TICK_MS ? LENGTHS : SHORT_LENGTHS).map((length) =>
      processorMs(expression, textOf(length)),
    );
    if ((long ?? 0) > MAX_GROWTH * (short ?? 0)) return `${text.slice(0, 40)}…`;
  }
  return undefined;
}

const expressions = new Map<string, { readonly expression: RegExp; readonly file: string }>();
for (const file of globSync('packages/*/src/**/*.{ts,js}', { cwd: root })) {
  if (/\.(?:test|d)\.ts$/.test(file)) continue;
  for (const expression of expressionsIn(root + file)) expressions.set(String(expression), { expression, file });
}

describe('every regular expression of the packages', () => {
  it('searches in linear time, whatever the text', () => {
    expect(expressions.size).toBeGreaterThan(300);
    const slow = [...expressions.values()].flatMap(({ expression, file }) => {
      const text = slowTextOf(expression);
      return text === undefined ? [] : [`${file}: ${String(expression)} in ${JSON.stringify(text)}`];
    });
    expect(slow).toEqual([]);
  });

  it.each([/\/+$/, /[a-z][a-z\d+.-]*:\/\/\S*/, /^(a+)(a*)$/, /\?q=([^&"]*)&exp=\d+/, /"a"\s*:\s*\s*"b"/])(
    'would find one that does not: %s',
    (expression) => {
      expect(slowTextOf(expression)).toBeDefined();
    },
  );
});
