/**
 * What is shown in the place of a value that may be personal: its kind and size. Booleans and null say too little to be hidden.
 *
 * @param raw JSON text of the value, or its beginning.
 * @param bytes Length of the whole text.
 */
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
