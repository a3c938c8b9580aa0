/**
 * Opens many connections at once, each with one delivery, and counts the answers.
 *
 *     node packages/replay/scripts/many-connections.ts [connections, default 10000]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { Archive, verifyArchive } from '@idvkit/replay';

const connections = Number(process.argv[2] ?? '10000');
const folder = await mkdtemp(join(tmpdir(), 'idvkit-many-'));
const script = fileURLToPath(new URL('../test/crash/capturing-process.ts', import.meta.url));
const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
let url = '';
for await (const line of createInterface({ input: child.stdout })) {
  url = line;
  break;
}
const port = Number(new URL(url).port);

/** All are connected before the first says a word. */
const sockets = await Promise.all(
  Array.from({ length: connections }, async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }),
);
process.stderr.write(`${sockets.length} connected\n`);
const answers = new Map<string, number>();
await Promise.all(
  sockets.map(async (socket, index) => {
    const body = JSON.stringify({ event: { type: 'submit_form', nounce: index }, filler: 'x'.repeat(2_000) });
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    let said = '';
    for await (const part of socket) said += String(part);
    const status = said.slice(9, 12);
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }),
);
child.kill('SIGTERM');
await once(child, 'exit');
const { captures, faults } = await verifyArchive(Archive.open(folder));
process.stdout.write(`${JSON.stringify({ connections, answers: Object.fromEntries(answers), captures, faults })}\n`);
process.exitCode = answers.get('204') === connections && captures === connections && faults.length === 0 ? 0 : 1;
await rm(folder, { recursive: true });
