/** The text of a key where there is one. Question keys come from a form: `constructor` is as good a key as any. */
export function ownText(texts: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
