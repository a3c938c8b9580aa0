import type { Archive } from '@idvkit/archive';
import { ValueFinder, ValueReader } from '@idvkit/json';
import type { Captured } from '@idvkit/schema/formats';

import { lengthOf } from './mask-head.ts';
import { isShownValue } from './shown-values.ts';

/** Bodies that are larger are not compared: then nothing of an answer is shown. */
const MAX_BYTES = 8 * 2 ** 20;
const MAX_VALUE_BYTES = 4_096;

/** Masks what an answer of a receiver repeats of a delivery: values that may be personal, and their words. */
export async function maskedAnswer(archive: Archive, captured: Captured, answer: string): Promise<string> {
  const finder = new ValueFinder();
  const reader = new ValueReader(
    {
      isWanted: (_, kind) => kind === 'string' || kind === 'number',
      onValue: ({ path, kind, head }) => {
        const text = head.toString();
        if (isShownValue(path, kind, text)) return;
        const value = kind === 'string' ? stringOf(text) : text;
        for (const part of [value, ...value.split(/\s+/)]) finder.add(part, undefined);
      },
    },
    { maxBytes: MAX_VALUE_BYTES },
  );
  try {
    if (captured.body.bytes > MAX_BYTES) return lengthOf(answer);
    // No encoding is set, so the chunks are bytes.
    for await (const part of archive.openContent(captured) as AsyncIterable<Uint8Array>) reader.write(part);
    reader.end();
  } catch {
    return lengthOf(answer);
  }
  let masked = '';
  let from = 0;
  for (const { start, end } of finder.find(answer)) {
    masked += `${answer.slice(from, start)}${lengthOf(answer.slice(start, end))}`;
    from = end;
  }
  return masked + answer.slice(from);
}

/** Reads a JSON string. One that is cut off stays as it is written. */
function stringOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json.slice(1);
  }
}
