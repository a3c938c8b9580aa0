import { execFileSync } from 'node:child_process';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { shellWord, type WordPart } from './shell-word.ts';

/** Words as a shell reads them. */
function read(words: readonly string[], env: Readonly<Record<string, string>> = {}): readonly string[] {
  const script = `printf '%s\\0' ${words.join(' ')}`;
  return execFileSync('sh', ['-c', script], { env }).toString().split('\0').slice(0, -1);
}

describe('shellWord()', () => {
  it.each<[readonly WordPart[], string]>([
    [['curl'], 'curl'],
    [[''], "''"],
    [['a b'], "'a b'"],
    [["it's $HOME"], `'it'\\''s $HOME'`],
    [['https://x/', { variable: 'SLUG' }, '/info/'], '"https://x/$SLUG/info/"'],
    [[{ variable: 'SLUG' }, 's'], '"${SLUG}s"'],
    [['a"b', { variable: 'SLUG' }], `'a"b'"$SLUG"`],
    [['https://x/', { variable: 'SLUG', meaning: 'fixtures.slug' }, '/'], '"https://x/${SLUG:?fixtures.slug}/"'],
    [['a"b', { variable: 'SLUG', meaning: 'fixtures.slug' }], `'a"b'"\${SLUG:?fixtures.slug}"`],
    [['Bearer ', { variable: 'TOKEN' }], '"Bearer $TOKEN"'],
  ])('writes %j as %s', (parts, word) => {
    expect(shellWord(parts)).toBe(word);
  });

  it('is read by a shell as it was meant, whatever is in it', () => {
    const unit = fc.constantFrom(
      'a',
      ' ',
      '$',
      '`',
      '"',
      "'",
      '\\',
      '!',
      '*',
      '?',
      '[',
      '{',
      '(',
      '<',
      '|',
      '&',
      ';',
      '#',
      '~',
      '=',
      '%',
      '\n',
      '\t',
      'é',
    );
    const text = fc.string({ unit, maxLength: 12 });
    const parts = fc.array(fc.oneof(text, fc.constant({ variable: 'SLUG' })), { minLength: 1, maxLength: 4 });
    const all = fc.sample(parts, { numRuns: 300, seed: 1 });
    const value = 'a$b `c` "d" \'e\' \\ *';
    const meant = all.map((each) => each.map((part) => (typeof part === 'string' ? part : value)).join(''));
    expect(read(all.map(shellWord), { SLUG: value })).toEqual(meant);
  });
});
