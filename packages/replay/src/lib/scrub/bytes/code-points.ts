/**
 * What reads as letters and is none by its category, for a class of a regular expression: letters in circles, squares and parentheses,
 * Braille, regional indicators and tags; and characters that no standard, or a later one, says anything of, which rare
 * names are written with.
 */
export const LIKE_LETTERS: string =
  String.raw`\u249c-\u24e9\u2800-\u28ff\u3200-\u321e\u322a-\u3247\u3250\u3260-\u327f\u328a-\u32b0\u32c0-\u33ff` +
  String.raw`\u{1f110}-\u{1f1ff}\u{e0001}-\u{e007f}\p{Co}\p{Cn}`;

/** Classes of characters: what words of text are made of, and all else. */
export const NONE = 0;
export const LETTER = 1;
export const MARK = 2;
export const NUMERAL = 3;

const BLOCK = 256;
const blocks: (Uint8Array | undefined)[] = Array.from({ length: 0x11_00_00 / BLOCK });

/** The class of a code point. */
export function classOf(codePoint: number): number {
  const block = codePoint >> 8;
  return (blocks[block] ??= classified(block * BLOCK))[codePoint & 0xff] ?? NONE;
}

const LETTERS = new RegExp(String.raw`^[\p{L}${LIKE_LETTERS}]$`, 'u');

function classified(first: number): Uint8Array {
  return Uint8Array.from({ length: BLOCK }, (_, at) => {
    const char = String.fromCodePoint(first + at);
    if (LETTERS.test(char)) return LETTER;
    return /^\p{M}$/u.test(char) ? MARK : /^\p{N}$/u.test(char) ? NUMERAL : NONE;
  });
}

/**
 * Reads the character that begins at a byte of 0x80 or more.
 *
 * @returns Its code point times 8, plus how many bytes it has; -1 where it is no UTF-8.
 */
export function readCharacter(bytes: Uint8Array, at: number, to: number): number {
  const lead = bytes[at] ?? 0;
  const count = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || at + count > to) return -1;
  let point = lead & (0xff >> (count + 1));
  for (let next = at + 1; next < at + count; next += 1) {
    const byte = bytes[next] ?? 0;
    if ((byte & 0xc0) !== 0x80) return -1;
    point = (point << 6) | (byte & 0x3f);
  }
  const isOverlong = count === 3 ? point < 0x800 : count === 4 && point < 0x1_00_00;
  if (isOverlong || point > 0x10_ff_ff || (point >= 0xd800 && point < 0xe000)) return -1;
  return point * 8 + count;
}
