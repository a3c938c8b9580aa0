/**
 * A part of a word of a shell command: a text to be taken as it is, or a variable. One with a `meaning` (letters and dots) has to
 * be set: if it is not, the shell stops and prints the meaning.
 */
export type WordPart = string | { readonly variable: string; readonly meaning?: string };

/**
 * Writes one word of a POSIX shell command, so that the shell reads just its parts: texts as they are, whatever is in them,
 * and variables in their places, never split or expanded further.
 *
 * @example
 * shellWord(['https://idv.example.com/', { variable: 'SLUG' }, '/']) // "https://idv.example.com/$SLUG/"
 */
export function shellWord(parts: readonly WordPart[]): string {
  const texts = parts.filter((part) => typeof part === 'string').join('');
  if (parts.every((part) => typeof part === 'string')) return literal(texts);
  // Between double quotes these mean something to some shell or other, the line break to whoever copies the line.
  if (!/["$`\\!\r\n]/.test(texts)) return `"${parts.map(inDoubleQuotes).join('')}"`;
  return parts.map((part) => (typeof part === 'string' ? literal(part) : `"${expansionOf(part)}"`)).join('');
}

function literal(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function expansionOf({ variable, meaning }: Exclude<WordPart, string>): string {
  return meaning === undefined ? `$${variable}` : `\${${variable}:?${meaning}}`;
}

function inDoubleQuotes(part: WordPart, index: number, parts: readonly WordPart[]): string {
  if (typeof part === 'string') return part;
  // Braces keep the name apart from what follows it.
  if (part.meaning !== undefined) return expansionOf(part);
  const next = parts[index + 1];
  return typeof next === 'string' && /^\w/.test(next) ? `\${${part.variable}}` : `$${part.variable}`;
}
