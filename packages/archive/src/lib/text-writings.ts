/** Returns how JSON may write a text, as bytes: as it is, and with its escapes. */
export function writingsOf(text: string): readonly Buffer[] {
  const json = JSON.stringify(text).slice(1, -1);
  const escaped = json.replaceAll(
    /[\u0080-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const upper = escaped.replaceAll(/\\u[\da-f]{4}/g, (unit) => `\\u${unit.slice(2).toUpperCase()}`);
  const writings = [text, json, escaped, upper].flatMap((writing) => [writing, writing.replaceAll('/', '\\/')]);
  return [...new Set(writings)].map((writing) => Buffer.from(writing));
}
