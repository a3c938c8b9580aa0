import { describe, expect, it } from 'vitest';

import { shellCommands } from './shell-words.ts';

describe('shellCommands()', () => {
  it.each([
    ['curl a b', [['curl', 'a', 'b']]],
    ["curl -d 'it'\\''s'", [['curl', '-d', "it's"]]],
    [String.raw`curl "a \"b\" \n $x" c\ d`, [['curl', String.raw`a "b" \n $x`, 'c d']]],
    [String.raw`curl $'a\n\u0e01\x41'`, [['curl', 'a\n\u0E01A']]],
    ['curl \\\n  -X POST \\\r\n  x', [['curl', '-X', 'POST', 'x']]],
    ['# first\ncurl a # no\n\ncurl b; curl c | cat', [['curl', 'a'], ['curl', 'b'], ['curl', 'c'], ['cat']]],
    ['curl \'\' ""', [['curl', '', '']]],
    ['curl http://x/?a=1&b=2', [['curl', 'http://x/?a=1&b=2']]],
  ])('reads %j', (script, words) => {
    expect(shellCommands(script).map((command) => command.words)).toEqual(words);
  });

  it('says on which line a quote is not closed', () => {
    expect(() => shellCommands("curl a\ncurl -d 'x\ny")).toThrow('the quote that opens on line 2 is not closed');
  });
});
