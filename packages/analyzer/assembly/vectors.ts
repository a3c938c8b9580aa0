// Vectors of one byte. V8 takes three instructions for each use of a constant vector, and one to load it.

import { VECTORS } from './layout';

for (let byte = 0; byte < 0x80; byte += 1) v128.store(VECTORS + (<usize>byte << 4), i8x16.splat(<i8>byte));

/** Returns a vector of a byte up to 0x7f. */
// @ts-ignore: decorator
@inline
export function all(byte: usize): v128 {
  return v128.load(VECTORS + (byte << 4));
}
