import { describe, expect, it } from 'vitest';

import { scriptOf } from './scripts.ts';
import { ScrubKey } from './scrub-key.ts';
import { canonicalWord, pseudoWord, styledLike } from './words.ts';

const key = ScrubKey.of('5c'.repeat(32));
const none: ReadonlySet<string> = new Set();

function made(word: string): string {
  return styledLike(word, pseudoWord(key, canonicalWord(word), none));
}

describe('pseudoWord()', () => {
  it.each([
    'Amelia',
    'สุดา',
    'ສົມພອນ',
    'សុខា',
    'မြင့်မြင့်',
    '美咲',
    'さくら',
    'サクラ',
    '지우',
    'Дмитрий',
    'Ελένη',
    'ليلى',
    'דוד',
    'प्रिया',
  ])('answers %s with another word of its script', (word) => {
    const scripts = (text: string): Set<string | undefined> =>
      new Set(Array.from(text, (char) => scriptOf(char.codePointAt(0) ?? 0)?.name));
    expect([...scripts(made(word))]).toEqual([...scripts(word)].filter((name) => name !== undefined));
    expect(made(word)).not.toBe(word);
  });

  it('stays within the class of length', () => {
    expect(
      Array.from({ length: 400 }, (_, at) => `abcdefg${at.toString(36).replaceAll(/\d/g, 'z')}`).every((word) => {
        const bounds = word.length <= 8 ? [6, 8] : [9, 12];
        const { length } = pseudoWord(key, word, none);
        return length >= (bounds[0] ?? 0) && length <= (bounds[1] ?? 0);
      }),
    ).toBe(true);
  });

  it('takes other ways to write a word for the same word', () => {
    const plain = made('lucia');
    expect(made('LUCIA')).toBe(plain.toUpperCase());
    expect(canonicalWord(made('Lucía'))).toBe(plain);
    expect(made('Lucía')).toMatch(/[áéíóú]/);
  });

  it('keeps whether accents are composed', () => {
    expect(made('Lucía'.normalize('NFD'))).toBe(made('Lucía').normalize('NFD'));
  });

  it('avoids words that are taken', () => {
    const first = pseudoWord(key, 'amelia', none);
    expect(pseudoWord(key, 'amelia', new Set([first]))).not.toBe(first);
  });
});
