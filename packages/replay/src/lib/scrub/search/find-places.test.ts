import { describe, expect, it } from 'vitest';

import { findPlaces } from './find-places.ts';

async function* inTwo(text: string, at: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text.slice(0, at));
  yield Buffer.from(text.slice(at));
}

describe('findPlaces()', () => {
  const body = '{"doc":{"amelia":["x",12]},"name" : "y"}';

  it.each([1, 10, 20, 39])('names keys, texts and numbers, cut at %d', async (cut) => {
    const offsets = ['y"', 'amelia', '12', '"x'].map((text) => body.indexOf(text));
    const places = await findPlaces(inTwo(body, cut), [...offsets, body.indexOf(' : ')]);
    expect([...places.values()]).toEqual([
      { path: ['doc', 'amelia'], isKey: true, isNumber: false },
      { path: ['doc', 'amelia', 0], isKey: false, isNumber: false },
      { path: ['doc', 'amelia', 1], isKey: false, isNumber: true },
      { path: ['name'], isKey: false, isNumber: false },
    ]);
  });

  it('finds nothing beyond what is JSON', async () => {
    expect([...(await findPlaces(inTwo('{"name":"x",oops "y"}', 5), [9, 18])).keys()]).toEqual([9]);
  });
});
