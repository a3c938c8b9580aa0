/** Answers what is posted: at once, or after it was appended to a file that many share, and synced. Prints its address. */
import { open } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const [path] = process.argv.slice(2);
const file = path === undefined ? undefined : await open(path, 'wx');
let waiting: { readonly body: Buffer; readonly response: ServerResponse }[] = [];
let isWriting = false;

async function writeAll(): Promise<void> {
  if (isWriting) return;
  isWriting = true;
  while (waiting.length > 0) {
    const batch = waiting;
    waiting = [];
    await file?.write(Buffer.concat(batch.map(({ body }) => body)));
    await file?.datasync();
    for (const { response } of batch) response.writeHead(202).end();
  }
  isWriting = false;
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    if (file === undefined) return response.writeHead(202).end();
    waiting.push({ body: Buffer.concat(parts), response });
    setImmediate(() => void writeAll());
    return undefined;
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stderr.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
});
process.once('SIGINT', () => process.exit());
