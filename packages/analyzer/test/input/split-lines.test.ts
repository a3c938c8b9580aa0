import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { gather } from '../../src/lib/input/gather.ts';
import { splitLines } from '../../src/lib/input/split-lines.ts';
import { reused } from './reused-chunks.ts';

async function* cut(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function documentsOf(
  input: AsyncIterable<Uint8Array>,
): Promise<readonly { readonly line: number; readonly offset: number; readonly text: string }[]> {
  const found: { line: number; offset: number; text: string }[] = [];
  for await (const { line, offset, stream, whole } of splitLines(input)) {
    const inOnePiece = whole && Buffer.from(whole).toString();
    const text = Buffer.concat(await gather(stream)).toString();
    expect(inOnePiece ?? text).toBe(text);
    found.push({ line, offset, text });
  }
  return found;
}

describe('splitLines()', () => {
  it('finds each document with its line and offset', async () => {
    expect(await documentsOf(cut('\n {"a":1}\r\n\t\r\n[]\n \n"é"', 3))).toEqual([
      { line: 2, offset: 2, text: '{"a":1}\r' },
      { line: 4, offset: 14, text: '[]' },
      { line: 6, offset: 19, text: '"é"' },
    ]);
  });

  it('skips the record separators of RFC 7464', async () => {
    const documents = await documentsOf(cut('\u001e{}\n\u001e[1]\n', 2));
    expect(documents.map(({ text }) => text)).toEqual(['{}', '[1]']);
  });

  it('finds the same wherever the bytes are cut', async () => {
    const line = fc.constantFrom('', ' ', '{}', '[1,2]', '  "long text é"', '\r');
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 9 }), async (lines, size) => {
        const text = lines.join('\n');
        const documents = await documentsOf(cut(text, size));
        expect(documents).toEqual(await documentsOf(cut(text, 10_000)));
        expect(documents).toEqual(await documentsOf(reused(cut(text, size))));
        expect(documents.map(({ text }) => text)).toEqual(
          lines.map((each) => each.replace(/^[ \r]+/, '')).filter((each) => each !== ''),
        );
        for (const { offset, text: found } of documents) {
          expect(Buffer.from(text).subarray(offset).toString().startsWith(found)).toBe(true);
        }
      }),
    );
  });

  it('gives a document in one piece though chunks cut it', async () => {
    const whole: (string | undefined)[] = [];
    for await (const each of splitLines(cut('[1,2,3]\n[4,5,6]\n[7]', 6))) {
      whole.push(each.whole && Buffer.from(each.whole).toString());
    }
    expect(whole).toEqual(['[1,2,3]', '[4,5,6]', '[7]']);
  });

  it('skips what was not read of a document', async () => {
    const starts: string[] = [];
    for await (const { stream } of splitLines(cut('[1,2,3]\n[4,5,6]\n', 2))) {
      for await (const chunk of stream) {
        starts.push(Buffer.from(chunk).toString());
        break;
      }
    }
    expect(starts).toEqual(['[1,2,3]', '[4,5,6]']);
  });
});
