import { JsonScanner } from '../../splice/json-scanner.ts';
import { JsonTextError } from '../../splice/json-text-error.ts';
import { shownPointer } from '../shown-pointer.ts';

/** What stands at an offset of a body. */
export interface BodyPlace {
  /** JSON pointer; keys that may be somebody's name are `…`. */
  readonly path: string;
  readonly isKey: boolean;
  readonly isNumber: boolean;
}

/** Finds the value or key of a JSON body that covers an offset; `undefined` where none does, or the body is no JSON. */
export async function findPlace(body: AsyncIterable<Uint8Array>, offset: number): Promise<BodyPlace | undefined> {
  let found: BodyPlace | undefined;
  let keyStart = -1;
  const starts: number[] = [];
  const scanner: JsonScanner = new JsonScanner({
    begin: (_kind, start) => void starts.push(start),
    end: (kind, end) => {
      const start = starts.pop() ?? 0;
      if (found !== undefined || kind === 'object' || kind === 'array' || offset < start || offset >= end) return;
      found = { path: shownPointer(scanner.path), isKey: false, isNumber: kind === 'number' };
    },
    beginKey: (start) => {
      keyStart = start;
    },
    endKey: (end) => {
      if (found === undefined && offset >= keyStart && offset < end)
        found = { path: shownPointer(scanner.path), isKey: true, isNumber: false };
    },
  });
  try {
    for await (const chunk of body) {
      scanner.write(chunk);
      if (found !== undefined) return found;
    }
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
  }
  return found;
}
