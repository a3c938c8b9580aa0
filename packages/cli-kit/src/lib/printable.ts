import { UNSAFE_CHARACTERS } from './unsafe-characters.ts';

/**
 * Returns foreign text as one safe line: unsafe characters become `�`, tabs and line breaks spaces.
 * @param maxLength Maximum number of characters; longer text is cut and ends with `…`. Default: no limit.
 */
export function printable(text: string, maxLength: number = Number.POSITIVE_INFINITY): string {
  const clean = text.replaceAll(/[\t\n\r]+/g, ' ').replaceAll(UNSAFE_CHARACTERS, '\uFFFD');
  return clean.length <= maxLength ? clean : `${clean.slice(0, Math.max(0, maxLength - 1))}…`;
}
