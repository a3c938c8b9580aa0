/**
 * Matches each character that a terminal, a browser or an editor does not show as what it is: controls (C0, C1), format
 * characters (direction, zero width), separators of lines and paragraphs, and halves of surrogate pairs. Tabs and line feeds are safe.
 */
export const UNSAFE_CHARACTERS: RegExp = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Returns foreign text as one safe line: unsafe characters become `�`, tabs and line breaks spaces.
 * @param maxLength Maximum number of characters; longer text is cut and ends with `…`. Default: no limit.
 */
export function printable(text: string, maxLength: number = Number.POSITIVE_INFINITY): string {
  const clean = text.replaceAll(/[\t\n\r]+/g, ' ').replaceAll(UNSAFE_CHARACTERS, '\uFFFD');
  return clean.length <= maxLength ? clean : `${clean.slice(0, Math.max(0, maxLength - 1))}…`;
}
