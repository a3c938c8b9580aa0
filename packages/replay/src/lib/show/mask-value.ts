/** Returns the text in the place of a value that may be personal: its kind and its size of `bytes`. Booleans and null are shown. */
export function maskedText(raw: string, bytes: number): string {
  switch (raw[0]) {
    case '"':
      return `"‹string, ${Math.max(0, bytes - 2)} bytes›"`;
    case '{':
      return '{…}';
    case '[':
      return '[…]';
    case 't':
    case 'f':
    case 'n':
      return raw;
    default:
      return `"‹number›"`;
  }
}
