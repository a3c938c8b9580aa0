// What the grammar expects next, as both scanners number it.
export const VALUE = 0;
export const VALUE_OR_END = 1;
export const KEY_OR_END = 2;
export const KEY = 3;
export const COLON = 4;
export const COMMA_OR_END = 5;
export const DONE = 6;

const expectations: Readonly<Record<number, string>> = {
  [VALUE]: 'a value',
  [VALUE_OR_END]: 'a value or "]"',
  [KEY_OR_END]: 'a key or "}"',
  [KEY]: 'a key',
  [COLON]: '":"',
  [DONE]: 'the end of the input',
};

/** Says what was expected where a byte stands that cannot be there. */
export function expectedText(state: number, isInArray: boolean): string {
  if (state === COMMA_OR_END) return isInArray ? '"," or "]"' : '"," or "}"';
  return expectations[state] ?? 'something else';
}

/** Says what is wrong with a byte. */
export function unexpectedText(expected: string, byte: number): string {
  if (byte === 0) return `Expected ${expected} but found a NUL byte, as UTF-16 has them`;
  const found =
    byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16).padStart(2, '0')}`;
  return `Expected ${expected} but found ${found}`;
}

export const PROBLEMS = {
  leadingZero: 'A number must not have a leading zero',
  control: 'A control character in a string must be escaped',
  escape: 'No such escape',
  hex: 'An escape \\u needs four hex digits',
  utf8: 'Malformed UTF-8',
  byteOrderMark: 'A byte order mark is not JSON',
  utf16: 'UTF-16 is not JSON, it must be UTF-8',
  empty: 'The input is empty',
  cutOff: 'The input is cut off',
  cutInCharacter: 'The input is cut off within a character',
} as const;

export function tooDeepText(maxDepth: number): string {
  return `More than ${maxDepth} levels`;
}

/** What is wrong with the first byte of an input, if it shows another encoding. */
export function encodingProblem(first: number): string | undefined {
  if (first === 0xef) return PROBLEMS.byteOrderMark;
  return first >= 0xfe ? PROBLEMS.utf16 : undefined;
}
