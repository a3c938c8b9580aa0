import { expect, it } from 'vitest';

import { JsonError } from '../json-error.ts';
import type { ScanHandler } from '../scan-handler.ts';
import { WasmScanner } from './wasm-scanner.ts';

const silent: ScanHandler = {
  open: () => 'tokens',
  close: () => {},
  key: () => {},
  scalar: () => {},
  wantsText: () => false,
};
const scanner = (): WasmScanner => new WasmScanner(silent);

it('keeps the memory of a failed scan from others while the next chunk may be written', () => {
  const failing = scanner();
  failing.chunk().set(Buffer.from('}'));
  let ahead: Uint8Array | undefined;
  const isShared = (other: WasmScanner): boolean => other.chunk().buffer === ahead?.buffer;
  const fail = (): unknown =>
    failing.wrote(1, (room) => {
      ahead = room;
    });
  expect(fail).toThrow(JsonError);

  const during = scanner();
  expect(isShared(during)).toBe(false);
  failing.stop();
  const after = scanner();
  expect(isShared(after)).toBe(true);
  for (const each of [during, after]) each.stop();
  expect(fail).toThrow('The scan has ended');
});

it('reads nothing more once its handler threw, and tells no hits twice', () => {
  const told: number[] = [];
  const throwing = new WasmScanner({
    ...silent,
    open: () => 'hits',
    hits: ({ first, count }) => {
      told.push(first, count);
      throw new RangeError('Enough');
    },
  });
  const hits = Buffer.from(`[${'0,'.repeat(600)}`);
  expect(() => throwing.write(hits)).toThrow('Enough');
  expect(() => throwing.write(hits)).toThrow('The scan has ended');
  throwing.stop();
  expect(told).toEqual([0, 512]);
});

it('refuses to be stopped by its handler, which would go on being told', () => {
  const stopping: WasmScanner = new WasmScanner({ ...silent, scalar: () => stopping.stop() });
  expect(() => stopping.write(Buffer.from('[1,2]'))).toThrow('throw an error instead');
  stopping.stop();
});
