/**
 * Looks for a text in a JSON body while it streams: as it is, and as JSON may write it, with any of `/`, quotes and all that is
 * not ASCII escaped. Upper and lower case differ.
 */
export async function holdsText(body: AsyncIterable<Uint8Array>, text: string): Promise<boolean> {
  const needles = writingsOf(text);
  const longest = Math.max(...needles.map(({ length }) => length));
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of body) {
    const bytes = Buffer.concat([rest, chunk]);
    if (needles.some((needle) => bytes.includes(needle))) return true;
    rest = Buffer.from(bytes.subarray(Math.max(0, bytes.length - longest + 1)));
  }
  return false;
}

function writingsOf(text: string): readonly Buffer[] {
  const json = JSON.stringify(text).slice(1, -1);
  const escaped = json.replaceAll(
    /[\u0080-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const upper = escaped.replaceAll(/\\u[\da-f]{4}/g, (unit) => `\\u${unit.slice(2).toUpperCase()}`);
  const writings = [text, json, escaped, upper].flatMap((writing) => [writing, writing.replaceAll('/', '\\/')]);
  return [...new Set(writings)].map((writing) => Buffer.from(writing));
}
