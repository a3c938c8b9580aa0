/** State of the scanner between two elements of a container. */
const COMMA_OR_END = 5;
/** State of the scanner behind the document. */
const DONE = 6;

/** Next token of the grammar by the state of the scanner. */
const expectations: Readonly<Record<number, string>> = {
  0: 'a value',
  1: 'a value or "]"',
  2: 'a key or "}"',
  3: 'a key',
  4: '":"',
  6: 'the end of the input',
};

/** Returns true if a byte behind a document begins another one, or separates it from another one. */
export function beginsAnother(state: number, byte: number): boolean {
  return state === DONE && [0x1e, 0x22, 0x5b, 0x7b].includes(byte);
}

/** Describes what the grammar expects. */
export function expectedText(state: number, isInArray: boolean): string {
  if (state === COMMA_OR_END) return isInArray ? '"," or "]"' : '"," or "}"';
  return expectations[state] ?? 'something else';
}

export function unexpectedText(expected: string, byte: number): string {
  if (byte === 0) return `Expected ${expected} but found a NUL byte, as UTF-16 and UTF-32 have them`;
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
  utf16: 'UTF-16 and UTF-32 are not JSON, it must be UTF-8',
  empty: 'The input is empty',
  cutOff: 'The input is cut off',
  cutInCharacter: 'The input is cut off within a character',
} as const;

export function tooDeepText(maxDepth: number): string {
  return `More than ${maxDepth} levels`;
}
