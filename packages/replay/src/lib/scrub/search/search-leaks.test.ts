import { describe, expect, it } from 'vitest';

import type { Replaced } from '../replaced.ts';
import { ScrubKey } from '../scrub-key.ts';
import { Subject } from '../subject.ts';
import { LeakBook } from './leak-book.ts';
import { LeakSearch, type FoundValue } from './leak-search.ts';
import { leaksAmong } from './search-leaks.ts';

/** A body that a broken scrubber left as it was. */
async function leaksOf(value: string, body: string): Promise<readonly string[]> {
  async function* output(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(body);
  }
  const offset = body.indexOf(':') + 1;
  const place = { offset, length: body.length - offset - 1 };
  const raw = Buffer.from(body).subarray(offset, -1);
  const replaced: Replaced = {
    kind: 'text',
    path: ['name'],
    original: JSON.parse(raw.toString()) as string,
    source: raw,
    start: 0,
    end: raw.length,
    isText: true,
    from: place,
    to: place,
  };
  async function* scrubbed(onReplaced?: (each: Replaced) => void): AsyncGenerator<Uint8Array> {
    onReplaced?.(replaced);
    yield* output();
  }
  const book = new LeakBook();
  book.add(Buffer.from(value), { kind: 'text', isWide: false });
  const found: FoundValue[] = [];
  for await (const each of new LeakSearch(book).search(output())) found.push(each);
  const subject = new Subject(ScrubKey.of('5c'.repeat(32)), { names: {} });
  const scrubbable = {
    shape: 'json',
    subject,
    treatmentAt: () => ({ kind: 'text' as const }),
    giveUp: () => {},
    scrubbed,
    encoded: scrubbed,
  } as const;
  return (await leaksAmong(found, scrubbable, async () => output())).map(({ path, form }) => `${path} ${form}`);
}

describe('leaksAmong()', () => {
  it.each([
    ['Amelia Clarke', '{"name":"by Amelia Clarke"}'],
    ['Amelia+Clarke', '{"name":"by Amelia+Clarke"}'],
    ['Amelia Clarke', '{"name":"by Amelia+Clarke"}'],
  ])('takes %j for a leak where %s held it before as well', async (value, body) => {
    expect(await leaksOf(value, body)).toEqual(['/name plain']);
  });

  it('takes nothing for one that is not there', async () => {
    expect(await leaksOf('Amelia Clarke', '{"name":"by Amelie Clarke"}')).toEqual([]);
  });
});
