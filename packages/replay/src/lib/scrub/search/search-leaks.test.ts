import { describe, expect, it } from 'vitest';

import type { Replaced } from '../scrub-editor.ts';
import { ScrubKey } from '../scrub-key.ts';
import { Subject } from '../subject.ts';
import { LeakIndex, valueOf } from './leak-index.ts';
import { searchFor } from './search-leaks.ts';

const nowhere = { offset: -1, length: 0 };

/** A body that a broken scrubber left as it was, with what it takes for replaced. */
async function leaksOf(
  value: string,
  body: string,
  {
    replaced,
    chunk = 1 << 16,
  }: { readonly replaced: readonly Pick<Replaced, 'original' | 'ordinal'>[]; readonly chunk?: number },
): Promise<readonly string[]> {
  const bytes = Buffer.from(body);
  async function* output(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  async function* scrubbed(onReplaced?: (each: Replaced) => void): AsyncGenerator<Uint8Array> {
    for (const each of replaced) onReplaced?.({ kind: 'text', path: ['name'], ...each, from: nowhere, to: nowhere });
    yield* output();
  }
  const index = new LeakIndex();
  index.add(valueOf(value), { kind: 'text', isWide: false });
  const scrubbable = {
    shape: 'json',
    subject: new Subject(ScrubKey.of('5c'.repeat(32)), {}),
    keep: [],
    giveUp: () => {},
    scrubbed,
    encoded: scrubbed,
  } as const;
  const leaks = await searchFor(index, { body: async () => scrubbable, output });
  return leaks.map(({ path, form }) => `${path} ${form}`);
}

describe('searchFor()', () => {
  it.each([
    ['Amelia Clarke', 'by Amelia Clarke'],
    ['Amelia+Clarke', 'by Amelia+Clarke'],
    ['Amelia Clarke', 'by Amelia+Clarke'],
  ])('takes %j for a leak if "%s" held it before as well, however it is cut', async (value, original) => {
    const body = JSON.stringify({ doc: { amelia: [true, 12] }, name: original });
    for (const chunk of [1, 7, 4096])
      expect(await leaksOf(value, body, { replaced: [{ original, ordinal: 6 }], chunk })).toEqual(['/name plain']);
  });

  it('takes a value for chance if another stood there', async () => {
    const body = '{"name":"by Amelia Clarke"}';
    expect(await leaksOf('Amelia Clarke', body, { replaced: [{ original: 'by Bo Lee', ordinal: 2 }] })).toEqual([]);
  });

  it('takes a value for a leak that was not replaced and should have been', async () => {
    expect(await leaksOf('Amelia Clarke', '{"name":"Amelia Clarke"}', { replaced: [] })).toEqual(['/name plain']);
  });

  it('takes nothing for one that is not there', async () => {
    expect(await leaksOf('Amelia Clarke', '{"name":"by Amelie Clarke"}', { replaced: [] })).toEqual([]);
  });

  it('searches what is not JSON', async () => {
    expect(await leaksOf('Amelia Clarke', '{"a":1} Amelia Clarke', { replaced: [] })).toEqual(['body plain']);
  });
});
