import { ElementError, ElementScanner, type ElementOptions, type ScannedElement } from '@idvkit/json';

import { ImportProblem, type ImportedPart } from './imported.ts';

const MAX_ELEMENT_BYTES = 512 * 2 ** 20;

/** Reads the elements of an array in a JSON file of any size, one after the other. @throws {ImportProblem} at an error in the file. */
export async function* readElements(
  input: AsyncIterable<Uint8Array>,
  path: ElementOptions['path'],
  toPart: (value: unknown, number: number) => ImportedPart,
): AsyncGenerator<ImportedPart> {
  let read: ScannedElement[] = [];
  let count = 0;
  const scanner = new ElementScanner({ path, maxBytes: MAX_ELEMENT_BYTES, onElement: (element) => read.push(element) });
  const parts = function* (): Generator<ImportedPart> {
    const elements = read;
    read = [];
    for (const { text } of elements) {
      count += 1;
      yield text === undefined
        ? { kind: 'skipped', why: `entry ${count} is too large` }
        : toPart(JSON.parse(text), count);
    }
  };
  try {
    for await (const chunk of input) {
      scanner.write(chunk);
      yield* parts();
    }
    scanner.end();
  } catch (error) {
    if (!(error instanceof ElementError)) throw error;
    yield* parts();
    throw new ImportProblem(`${error.message} (line ${error.line}, byte ${error.byte})`, { cause: error });
  }
  if (count === 0) yield { kind: 'skipped', why: `it has no ${path.join('.')}` };
}
