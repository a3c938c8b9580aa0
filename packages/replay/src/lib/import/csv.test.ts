import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { readCsv } from './csv.ts';

async function read(
  text: string,
  chunk = 1 << 16,
): Promise<{ record: Readonly<Record<string, string>>; line: number }[]> {
  const bytes = Buffer.from(text);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const records = [];
  for await (const record of readCsv(chunks())) records.push(record);
  return records;
}

describe('readCsv()', () => {
  it('reads back any cells, however the bytes are cut', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', 'é', ' ') });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(cell, cell), { maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        async (rows, chunk) => {
          const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
          const text = ['One,Two', ...rows.map((row) => row.map(quoted).join(','))].join('\r\n');
          expect((await read(text, chunk)).map(({ record }) => [record['one'], record['two']])).toEqual(rows);
        },
      ),
    );
  });

  it('counts lines, those within cells as well', async () => {
    expect((await read('\uFEFFa\n"1\n2"\n3\n')).map(({ line, record }) => [line, record['a']])).toEqual([
      [2, '1\n2'],
      [4, '3'],
    ]);
  });

  it('refuses quotes that stay open', async () => {
    await expect(read('a\nx\n"y\nz')).rejects.toThrow('the quotes that open on line 3 or later are not closed');
  });
});
