/**
 * Matches each character that a terminal, a browser or an editor does not show as what it is: controls (C0, C1), format
 * characters (direction, zero width), separators of lines and paragraphs, and halves of surrogate pairs. Tabs and line feeds are safe.
 */
export const UNSAFE_CHARACTERS: RegExp = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
