import { describe, expect, it } from 'vitest';

import { stablePrefix } from './stable-prefix.ts';

function parts(text: string): { readonly whole: string; readonly before: string } {
  const { whole, before } = stablePrefix(Buffer.from(text));
  return { whole: text.slice(0, whole), before: text.slice(0, before) };
}

describe('stablePrefix()', () => {
  it('leaves out the value that the bytes end in', () => {
    const stable = '{"doc": {"id":';
    expect(parts(`${stable}"H0000000`)).toEqual({ whole: stable, before: stable });
    expect(parts(`${stable}170`)).toEqual({ whole: stable, before: stable });
    expect(parts(`${stable}[{"a\\"b": [`)).toEqual({
      whole: `${stable}[{"a\\"b": [`,
      before: `${stable}[{"a\\"b": [`,
    });
  });

  it('tells values that are whole from those that may be', () => {
    expect(parts('{"kind":"hit","n":1,"doc":{"na')).toEqual({
      whole: '{"kind":"hit","n":1,"doc":{',
      before: '{"kind":',
    });
    expect(parts('{"kind":"hit"')).toEqual({ whole: '{"kind":', before: '{"kind":' });
    expect(parts('{"kind":tru')).toEqual({ whole: '{"kind":', before: '{"kind":' });
    expect(parts('{"kin')).toEqual({ whole: '{', before: '{' });
    expect(parts('')).toEqual({ whole: '', before: '' });
  });
});
