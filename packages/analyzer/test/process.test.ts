import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

import { payloadSummary } from '@idvkit/schema/formats';
import { describe, expect, it, onTestFinished } from 'vitest';

const bin = fileURLToPath(new URL('../../idvkit/src/bin.ts', import.meta.url));

describe('the process idvkit analyze', () => {
  it('prints what it has read where it is interrupted, and ends with 130', async () => {
    const asked = Promise.withResolvers<void>();
    const server = createServer((_, response) => {
      // The rest never comes.
      response.write('{"event":{"type":"submit_form"},"extra":', () => asked.resolve());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    // A server on TCP has an address of this kind.
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/payload.json?token=secret`;
    const child = spawn(process.execPath, ['--conditions=@idvkit/source', bin, 'analyze', url, '--json'], {
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    await Promise.race([asked.promise, once(child, 'exit')]);
    child.kill('SIGINT');
    const [code] = (await once(child, 'close')) as [number];
    const summary = payloadSummary.parse(JSON.parse(stdout));
    expect([code, summary.complete, summary.problem?.code]).toEqual([130, false, 'interrupted']);
    expect(stderr).toMatch(/^idvkit: Cannot read "http:\/\/127\.0\.0\.1:\d+\/payload\.json" to its end: Interrupted /);
    expect(stdout + stderr).not.toContain('secret');
  });
});
