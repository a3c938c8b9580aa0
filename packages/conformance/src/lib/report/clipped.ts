/** A text that is not longer than `length` characters: of a longer one its beginning, and a sign that there is more. */
export function clipped(text: string, length: number): string {
  if (text.length <= length) return text;
  // Half of a surrogate pair is no character.
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
