/**
 * Makes text from elsewhere safe to print: control characters, which could move the cursor or rewrite what is on the
 * screen, become `�`. Tabs and line breaks become spaces, so the result is one line.
 *
 * @param maxLength Characters, after which the rest is left out and marked with `…`. Default: all.
 */
export function printable(text: string, maxLength: number = Number.POSITIVE_INFINITY): string {
  const clean = text
    .replaceAll(/[\t\n\r]+/g, ' ')
    .replaceAll(/\p{Cc}|[\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD');
  return clean.length <= maxLength ? clean : `${clean.slice(0, Math.max(0, maxLength - 1))}…`;
}
