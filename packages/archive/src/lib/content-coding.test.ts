import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { knownCodings, unpack } from './content-coding.ts';

const [gzip] = knownCodings({ headers: [['content-encoding', 'gzip']] });

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

async function unpacked(bytes: Uint8Array, maxBytes: number): Promise<number> {
  let count = 0;
  for await (const part of unpack(once(bytes), gzip === undefined ? [] : [gzip], { maxBytes })) count += part.length;
  return count;
}

describe('unpack()', () => {
  it('stops where a body gets longer than it may', async () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000));
    expect(await unpacked(bomb, 1_000_000)).toBe(1_000_000);
    await expect(unpacked(bomb, 999_999)).rejects.toThrow('it unpacks to more than 999999 bytes');
  });

  it('throws what the body throws, not what follows from it', async () => {
    const failing = (async function* () {
      yield gzipSync('x').subarray(0, 5);
      throw await Promise.resolve(new Error('the disk'));
    })();
    const read = async (): Promise<void> => {
      for await (const _ of unpack(failing, gzip === undefined ? [] : [gzip])) expect.fail('It gave something');
    };
    await expect(read()).rejects.toThrow('the disk');
  });
});
