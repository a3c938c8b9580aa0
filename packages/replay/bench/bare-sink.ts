/** Writes what is posted to a file of its own, syncs it and answers: the least that can be done. Prints its address. */
import { randomUUID } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const [folder = ''] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const server = createServer((request, response) => {
  const write = async (): Promise<void> => {
    const file = await open(join(folder, randomUUID()), 'wx');
    for await (const part of request) await file.write(part as Uint8Array); // No encoding is set.
    await file.sync();
    await file.close();
    response.writeHead(204).end();
  };
  void write();
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/\n`);
});
process.once('SIGTERM', () => process.exit());
