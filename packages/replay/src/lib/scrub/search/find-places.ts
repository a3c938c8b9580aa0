import { JsonScanner, JsonTextError, type JsonPath } from '@idvkit/json';

/** What stands at an offset of a body. */
export interface BodyPlace {
  readonly path: JsonPath;
  readonly isKey: boolean;
  readonly isNumber: boolean;
}

/**
 * Finds the values or keys of a JSON body that cover offsets, in one reading up to the last of them. Those that none covers are
 * missing, and all beyond the place at which the body is no JSON.
 */
export async function findPlaces(
  body: AsyncIterable<Uint8Array>,
  offsets: readonly number[],
): Promise<ReadonlyMap<number, BodyPlace>> {
  const wanted = [...new Set(offsets)].toSorted((one, other) => one - other);
  const places = new Map<number, BodyPlace>();
  let next = 0;
  let keyStart = -1;
  const starts: number[] = [];
  /** Takes what covers the offsets up to its end. */
  const take = (start: number, end: number, { isKey, isNumber }: Omit<BodyPlace, 'path'>): void => {
    for (let offset = wanted[next]; offset !== undefined && offset < end; offset = wanted[next]) {
      if (offset >= start) places.set(offset, { path: [...scanner.path], isKey, isNumber });
      next += 1;
    }
  };
  const scanner: JsonScanner = new JsonScanner({
    begin: (_kind, start) => void starts.push(start),
    end: (kind, end) => {
      const start = starts.pop() ?? 0;
      if (kind !== 'object' && kind !== 'array') take(start, end, { isKey: false, isNumber: kind === 'number' });
    },
    beginKey: (start) => {
      keyStart = start;
    },
    endKey: (end) => take(keyStart, end, { isKey: true, isNumber: false }),
  });
  try {
    for await (const chunk of body) {
      scanner.write(chunk);
      if (next >= wanted.length) break;
    }
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
  }
  return places;
}
