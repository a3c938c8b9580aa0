/** Replaces a string of 256 MiB and keeps another, and prints the bytes that are left and the most memory that buffers took. */
import type { JsonPath } from '../src/index.ts';
import { formatPointer } from '../src/lib/json-pointer.ts';
import { splice } from '../src/lib/splice/splice.ts';

const MEGABYTES = 256;
const block = Buffer.alloc(2 ** 20, 'x');

async function* body(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('["');
  for (let count = 0; count < MEGABYTES; count += 1) yield block;
  yield Buffer.from('","');
  for (let count = 0; count < MEGABYTES; count += 1) yield block;
  yield Buffer.from('"]');
}
const editor = {
  choose: ({ path }: { readonly path: JsonPath }) =>
    formatPointer(path) === '/0' ? { replaceWith: '0' } : ('enter' as const),
};
const before = process.memoryUsage().arrayBuffers;
let bytes = 0;
let most = 0;
for await (const part of splice(body(), editor)) {
  bytes += part.length;
  most = Math.max(most, process.memoryUsage().arrayBuffers - before);
}
process.stdout.write(JSON.stringify({ bytes, most }));
