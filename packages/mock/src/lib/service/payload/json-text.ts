import { JsonStream } from '../../behaviour/hooks/json-stream.ts';

/** Writes a document as JSON: one text, or chunks if it contains a {@link JsonStream}, which may be of any size. */
export function toJsonText(document: unknown): string | Iterable<string> {
  return holdsStream(document) ? chunks(document) : JSON.stringify(document);
}

function holdsStream(value: unknown): boolean {
  if (value instanceof JsonStream) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsStream);
}

function* chunks(value: unknown): Iterable<string> {
  if (value instanceof JsonStream) {
    yield* value.chunks();
  } else if (!holdsStream(value)) {
    yield JSON.stringify(value);
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      yield index === 0 ? '[' : ',';
      yield* chunks(element ?? null);
    }
    yield ']';
  } else {
    // What is not an array and holds a stream is an object.
    const entries = Object.entries(value as object).filter(([, member]) => member !== undefined);
    for (const [index, [key, member]] of entries.entries()) {
      yield `${index === 0 ? '{' : ','}${JSON.stringify(key)}:`;
      yield* chunks(member);
    }
    yield '}';
  }
}

/** Encodes chunks of text, gathered so that few small ones are left. */
export function* toBytes(text: Iterable<string>, chunkCharacters = 65_536): Iterable<Uint8Array> {
  const encoder = new TextEncoder();
  let gathered = '';
  for (const chunk of text) {
    gathered += chunk;
    if (gathered.length < chunkCharacters) continue;
    yield encoder.encode(gathered);
    gathered = '';
  }
  if (gathered !== '') yield encoder.encode(gathered);
}
