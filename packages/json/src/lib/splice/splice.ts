import type { Editor } from './editor.ts';
import { Splicer, type SpliceLimits } from './splicer.ts';

/**
 * Replaces values of a JSON body of any size while it streams. Every byte outside of what is replaced is the same, white
 * space, key order, repeated keys, escapes and the digits of numbers included. Memory depends on the limits alone.
 *
 * @param body One JSON text, in chunks of any size. Their buffers must not be written to again: views of them are passed on.
 * @param editor Says of each value whether it is kept, read or replaced.
 * @returns The edited body. Once it throws, what it gave before is not a JSON text: throw that away.
 * @throws {JsonTextError} where the body is not JSON, with the offset of the byte; what `body` and `editor` throw.
 *
 * @example
 * const status: Editor = {
 *   choose: ({ path }) => (path.join('/') === 'application/status' ? { replaceWith: '"expired"' } : 'enter'),
 * };
 * await pipeline(splice(createReadStream('body.json'), status), createWriteStream('edited.json'));
 */
export async function* splice(
  body: AsyncIterable<Uint8Array>,
  editor: Editor,
  limits?: SpliceLimits,
): AsyncGenerator<Uint8Array, void, undefined> {
  const splicer = new Splicer(editor, limits);
  for await (const chunk of body) {
    const edited = splicer.write(chunk);
    if (edited.length > 0) yield edited;
  }
  const rest = splicer.end();
  if (rest.length > 0) yield rest;
}
