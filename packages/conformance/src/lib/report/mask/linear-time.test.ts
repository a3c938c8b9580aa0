import { escapeText, printable } from '@idvkit/cli-kit';
import { ValueFinder } from '@idvkit/json';
import { describe, expect, it } from 'vitest';

import { bestProcessorMs } from '../../../../../../tools/testing/processor-time.ts';
import { inlineCode, inlineText } from '../markdown/inline.ts';
import { Knowledge } from './knowledge.ts';
import { Masker } from './masker.ts';

/** Parts that hostile texts repeat: beginnings of everything that is searched. */
const PUMPS = [
  'a',
  'A1',
  '0',
  '1 ',
  '1-',
  '2026-01-05T',
  ' ',
  '\t',
  '\n',
  '/',
  '"',
  '"a',
  '`',
  '`a',
  ':',
  '::',
  '##[',
  '\u001B[1;',
  'a://',
  'http://a:',
  '?q=',
  '&',
  '%41',
  '%2541',
  '\\u0041',
  '&amp;',
  '&#65;',
  '+',
  'YWFh',
  '6161',
  'Bearer a',
  'COK1',
  'name of somebody ',
  'แก',
  '\u{1F600}',
  '\uD83D',
  '\u009B',
  '.',
  '=',
  '[masked] ',
];

/** Lengths between which growth is measured, and the most that the time may grow: linear is 16, quadratic 256. */
const LENGTHS = [2000, 32_000] as const;
const MAX_GROWTH = 80;
/** Milliseconds below which nothing is measured: a quadratic search of the longer text takes longer. */
const SHORT_MS = 40;

const learned = new ValueFinder<string>();
const knowledge = new Knowledge('test');
for (let index = 0; index < 500; index += 1) {
  // Many values that begin alike, and that are prefixes of each other.
  learned.add(`name of somebody ${'a'.repeat(index)}`, '[masked]');
  learned.add(`${'a'.repeat(40)}${index}`, '[masked]');
  knowledge.learnBody({ answers: { nid: { value: `${'a'.repeat(40)}${index}` } } });
}
const masker = new Masker(knowledge);

const functions: Readonly<Record<string, (text: string) => unknown>> = {
  escapeText,
  printable,
  inlineText,
  inlineCode,
  // Reports search 2 kB at most: the costliest of these texts are enough here.
  'learned values': (text) => /^(?:aa|&amp;|%2541|YWFh)/.test(text) && learned.find(text),
  text: (text) => masker.text(text),
  quotingText: (text) => masker.quotingText(text),
  url: (text) => masker.url(text),
  'url of a host': (text) => masker.url(`https://${text}`),
  headers: (text) =>
    masker.headers(['server', 'content-type', 'location', 'host', 'date', text].map((name) => [name, text])),
  value: (text) => masker.value({ [text]: text, answers: { nid: { value: text } }, error: { detail: text } }, []),
  'value of a message': (text) => masker.value(text),
  expected: (text) => masker.expected(text, ['answers', 'nid', 'value']),
  learnBody: (text) => new Knowledge('test').learnBody({ form_url: text, answers: { nid: { value: text } } }),
};

describe('what masks and escapes', () => {
  it.each(Object.entries(functions))('takes time that grows with the text only: %s', (_, call) => {
    const slow = PUMPS.filter((pump) => {
      const textOf = (length: number): string => `${pump.repeat(Math.ceil(length / pump.length))}\u0001`;
      const [short, long] = LENGTHS.map(textOf) as [string, string];
      if (bestProcessorMs(() => call(long), 1) < SHORT_MS) return false;
      return bestProcessorMs(() => call(long), 3) > MAX_GROWTH * bestProcessorMs(() => call(short), 3);
    });
    expect(slow).toEqual([]);
  });

  it('would be found out where it does not', () => {
    const quadratic = (text: string): unknown => /[a-z][a-z\d+.-]*:\/\/\S*/i.exec(text);
    const [short, long] = LENGTHS.map((length) => 'a'.repeat(length)) as [string, string];
    expect(bestProcessorMs(() => quadratic(long), 1)).toBeGreaterThan(SHORT_MS);
    expect(bestProcessorMs(() => quadratic(long), 1)).toBeGreaterThan(
      MAX_GROWTH * bestProcessorMs(() => quadratic(short), 4),
    );
  });
});
