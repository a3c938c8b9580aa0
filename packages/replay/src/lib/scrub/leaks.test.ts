import { describe, expect, it } from 'vitest';

import { Originals, type Found } from './leaks.ts';
import type { Kind } from './policy.ts';
import type { CaptureNotes } from './scrub-notes.ts';

const NOTES = {
  captured: {
    id: 1,
    receivedAt: '2026-01-05T03:00:00.000Z',
    method: 'POST',
    path: '/',
    headers: [],
    bearer: 'match',
    body: { sha256: '', bytes: 0, complete: true },
    answer: 204,
  },
  tags: [],
} satisfies CaptureNotes;

function originalsOf(...values: readonly string[]): Originals {
  const originals = new Originals();
  for (const original of values) originals.add({ kind: 'text', path: ['answers', 'x', 'value'], original });
  return originals;
}

function search(originals: Originals, body: string, { chunk = 4096, keep = [] as string[][] } = {}): Promise<Found[]> {
  const bytes = Buffer.from(body);
  async function* open(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  return originals.search({ read: open }, NOTES, keep);
}

describe('Originals.search()', () => {
  it.each([
    ['{"name":"by Amelia Clarke"}', '/name'],
    ['{"name":"by%20Amelia+Clarke"}', '/name'],
    [`{"name":"${Buffer.from('by Amelia Clarke').toString('base64')}"}`, '/name'],
    [String.raw`{"name":"\u0041melia Clarke"}`, '/name'],
    ['{"x":{"of_amelia_2":1}}', '/…/…'],
    ['{"answers":{"ameliaPhone":{"value":1}}}', '/answers/ameliaPhone'],
    ['{"application":{"form":"kyc-amelia"}}', '/application/form'],
  ])('finds what is left in %s, however it is cut', async (body, path) => {
    for (const chunk of [1, 7, 4096]) {
      const found = await search(originalsOf('Amelia Clarke'), body, { chunk });
      expect(new Set(found.map((each) => each.path))).toEqual(new Set([path]));
    }
  });

  it.each([
    '{"name":"by Amelie Clark"}',
    '{"application":{"submitted_at":"2026-01-05T02:59:00Z"}}',
    '{"extra":{"ekyc":{"face_compare":{"score":0.90210}}}}',
    '{"passport":1}',
  ])('finds nothing in %s', async (body) => {
    expect(await search(originalsOf('Amelia Clarke', '2026-01-05T02:59:00Z', '90210', 'passport'), body)).toEqual([]);
  });

  // The day of another time may be the same, and hours become zeros.
  it('takes no part of a time for an original', async () => {
    const originals = originalsOf('2019-05-04T00:00:00Z', 'seen on 2019-05-04T00:00:00Z');
    expect(await search(originals, '{"appointment":"2022-09-04T00:00:00.000+00:00"}')).toEqual([]);
    expect(await search(originals, '{"note":"on 2019-05-04T00:00:00Z"}')).not.toEqual([]);
  });

  it('passes over what is to be kept', async () => {
    expect(
      await search(originalsOf('Silom'), '{"answers":{"b":{"value":"Silom"}}}', { keep: [['answers', 'b', 'value']] }),
    ).toEqual([]);
  });
});

describe('Originals', () => {
  it.each<[Kind, string, number]>([
    ['text', 'Amelia Clarke', 3],
    ['text', 'Mr.', 0],
    ['text', 'name exact', 0],
    ['text', 'aaaa', 0],
    ['text', '1234', 0],
    ['text', '12345', 1],
    ['text', '  (Amelia) ', 1],
    ['text', 'สมร', 1],
    ['number', '5e-323', 0],
    ['number', '12.5e-323', 1],
    ['flag', 'false', 0],
    ['text', 'data:,a', 0],
  ])('searches for what of a %s %j is not chance', (kind, original, size) => {
    const originals = new Originals();
    originals.add({ kind, path: ['extra', 'x'], original });
    expect(originals.finder.size).toBe(size);
  });
});
