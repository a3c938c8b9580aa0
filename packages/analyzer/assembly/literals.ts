// true, false and null.

/** Bytes of the literal that begins with a byte. */
// @ts-ignore: decorator
@inline
export function literalLength(first: u32): usize {
  return first == 0x66 ? 5 : 4;
}

/** True if the literal stands there that begins with its first byte. */
// @ts-ignore: decorator
@inline
export function isLiteral(at: usize, first: u32): bool {
  // The last four bytes of each: `true`, `alse`, `null`.
  const word: u32 = first == 0x74 ? 0x65757274 : first == 0x66 ? 0x65736c61 : 0x6c6c756e;
  return load<u32>(at + literalLength(first) - 4) == word;
}

/** Address of the first byte that differs from the literal that begins with `first`. */
export function wrongLiteral(at: usize, first: u32): usize {
  const rest: u32 = first == 0x74 ? 0x00657572 : first == 0x6e ? 0x006c6c75 : 0x65736c61;
  for (let index: u32 = 0; index < 4; index += 1) {
    if (<u32>load<u8>(at + 1 + index) != ((rest >> (index << 3)) & 0xff)) return at + 1 + index;
  }
  return at + 4;
}
