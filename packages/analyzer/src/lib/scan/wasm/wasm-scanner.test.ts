import { expect, it } from 'vitest';

import { JsonError } from '../json-error.ts';
import { WasmScanner } from './wasm-scanner.ts';

const scanner = (): WasmScanner =>
  new WasmScanner({ open: () => 'tokens', close: () => {}, key: () => {}, scalar: () => {}, wantsText: () => false });

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
