import { Readable } from 'node:stream';

import { describe, expect, it } from 'vitest';

import { readBounded } from './read-bounded.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const stream = (...parts: string[]): Readable => Readable.from(parts.map((part) => Buffer.from(part)));

describe('readBounded()', () => {
  it('reads a stream to its end', async () => {
    const read = await readBounded(stream('ab', 'cd'), { keepBytes: 10, stopBytes: 10 });

    expect({ ...read, bytes: text(read.bytes) }).toEqual({ bytes: 'abcd', size: 4, ended: true });
  });

  it('keeps the beginning and counts the rest', async () => {
    const read = await readBounded(stream('ab', 'cd', 'ef'), { keepBytes: 3, stopBytes: 10 });

    expect({ ...read, bytes: text(read.bytes) }).toEqual({ bytes: 'abc', size: 6, ended: true });
  });

  it('stops reading at the limit, and destroys the stream', async () => {
    let sent = 0;
    const endless = new Readable({
      read() {
        sent += 1;
        this.push(Buffer.alloc(1000));
      },
    });
    const read = await readBounded(endless, { keepBytes: 1, stopBytes: 5000 });

    expect({ ...read, bytes: read.bytes.byteLength }).toEqual({ bytes: 1, size: 6000, ended: false });
    expect(endless.destroyed).toBe(true);
    expect(sent).toBeLessThan(100);
  });

  it('keeps what came before a failure', async () => {
    const failure = new Error('cut off');
    async function* cutOff(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from('ab'));
      throw failure;
    }
    const read = await readBounded(cutOff(), { keepBytes: 10, stopBytes: 10 });

    expect({ ...read, bytes: text(read.bytes) }).toEqual({ bytes: 'ab', size: 2, ended: false, error: failure });
  });
});
