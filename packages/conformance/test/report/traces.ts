/** How a value may be written: as it is, for URLs, for JSON, for XML, as hexadecimal digits. */
export function spellingsOf(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const ascii = json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const xml = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const url = encodeURIComponent(value);
  return [...new Set([value, url, url.replaceAll('%20', '+'), json, ascii, xml, Buffer.from(value).toString('hex')])];
}

/** How a value may be planted: spelled out, or in base64 alone or among other bytes. */
export function plantingsOf(value: string): readonly string[] {
  const among = ['', 'a', 'ab'].map((before) => Buffer.from(`${before}${value}\u0001`));
  return [...spellingsOf(value), ...among.flatMap((bytes) => [bytes.toString('base64'), bytes.toString('base64url')])];
}

/** How a value shows in a text. */
export function tracesOf(value: string): readonly string[] {
  return [...spellingsOf(value), ...[0, 1, 2].map((before) => base64Core(Buffer.from(value), before))];
}

/** The part of a base64 text that `bytes` alone decide when `before` other bytes come before them. */
function base64Core(bytes: Buffer, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const first = Math.ceil((before * 8) / 6);
  const last = Math.floor(((before + bytes.length) * 8) / 6);
  return text.slice(first, last);
}

const MIN_TRACE = 6;

/** Finds which values show in which outputs, in any spelling of at least six characters. */
export function leaksIn(outputs: Readonly<Record<string, string>>, personal: readonly string[]): readonly string[] {
  const traces = new Set(personal.flatMap(tracesOf).map((trace) => trace.toLowerCase()));
  const byStart = Map.groupBy(
    [...traces].filter(({ length }) => length >= MIN_TRACE),
    (trace) => trace.slice(0, MIN_TRACE),
  );
  const starts = new Uint8Array(2 ** 16);
  for (const start of byStart.keys()) starts[bucketOf(start, 0)] = 1;
  return Object.entries(outputs).flatMap(([reporter, text]) => {
    const lower = text.toLowerCase();
    const found = new Set<string>();
    // Thousands of traces are looked for in megabytes: one pass finds where any of them may begin.
    for (let at = 0; at + MIN_TRACE <= lower.length; at += 1) {
      if (starts[bucketOf(lower, at)] === 0) continue;
      for (const trace of byStart.get(lower.slice(at, at + MIN_TRACE)) ?? []) {
        if (lower.startsWith(trace, at)) found.add(trace);
      }
    }
    return [...found].map((trace) => `${reporter}: ${trace}`);
  });
}

function bucketOf(text: string, at: number): number {
  let bucket = 0;
  for (let index = at; index < at + MIN_TRACE; index += 1) bucket = (bucket * 31 + text.charCodeAt(index)) & 0xffff;
  return bucket;
}
