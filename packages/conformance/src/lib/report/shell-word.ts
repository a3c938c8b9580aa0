import { shellWord as plainWord } from '@idvkit/cli-kit';

/** A text, or a variable. If one with a `meaning` is not set, the shell stops and prints the meaning. */
export type WordPart = string | { readonly variable: string; readonly meaning?: string };

/** Writes one word of a POSIX shell command. Texts are literal; variables are never split or expanded further. */
export function shellWord(parts: readonly WordPart[]): string {
  const texts = parts.filter((part) => typeof part === 'string').join('');
  if (parts.every((part) => typeof part === 'string')) return plainWord(texts);
  // Some shells expand these between double quotes.
  if (!/["$`\\!\r\n]/.test(texts)) return `"${parts.map(inDoubleQuotes).join('')}"`;
  return parts.map((part) => (typeof part === 'string' ? plainWord(part) : `"${expansionOf(part)}"`)).join('');
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
