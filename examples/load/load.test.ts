import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createWebhookHandler, toNodeListener } from '@idvkit/schema/receiver';
import { describe, expect, it } from 'vitest';

const hasLocust = ((): boolean => {
  try {
    execFileSync('/usr/bin/locust', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
if (!hasLocust) console.warn('Skipped: no locust. Install it with: apt-get install python3-locust');

describe.runIf(hasLocust)('locustfile.py', () => {
  it('delivers submissions that a receiver acknowledges', async () => {
    const secret = 'whsec-of-the-example';
    const slugs: string[] = [];
    const store = ({ application }: { readonly application: { readonly slug: string } }): number =>
      slugs.push(application.slug);
    const server = createServer(toNodeListener(createWebhookHandler({ secret, store, on: {} })));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo; // A listening server on TCP has a port.
    const argv = ['--headless', '--only-summary', '--users', '10', '--spawn-rate', '10', '--run-time', '2s'];
    const options = {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      env: { ...process.env, IDV_WEBHOOK_SECRET: secret },
    };

    // It ends with 1 if a delivery failed.
    await promisify(execFile)('/usr/bin/locust', [...argv, '--host', `http://127.0.0.1:${port}`], options);

    server.closeAllConnections();
    server.close();
    expect(slugs.length).toBeGreaterThan(10);
  });
});
