import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { cameraForm, createMock, DEFAULT_TOKEN, plainForm, type Mock } from '@idvkit/mock';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { reservePort } from '../../../../tools/testing/reserve-port.ts';
import { main } from '../command-line.ts';

let cwd: string;
let mock: Mock;
let url: string;

beforeAll(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'idvkit-doctor-'));
  mock = createMock();
  ({ url } = await mock.listen());
});

afterAll(async () => {
  await mock.close();
  rmSync(cwd, { recursive: true });
});

async function doctor(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const io = createTestIo({ cwd, env, columns: 200 });
  const code = await main(['doctor', ...argv], io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

describe('idvkit doctor', () => {
  it('finds everything ready, and prints no secret', async () => {
    const env = { IDV_API_TOKEN: DEFAULT_TOKEN, HTTPS_PROXY: 'http://user:hush@proxy.example:3128' };
    const { code, stdout } = await doctor(['--base-url', url, '--form-slug', cameraForm.slug, '--create'], env);
    expect(code).toBe(0);
    expect(stdout).toMatch(/✓ API token +accepted\n/);
    expect(stdout).toMatch(/✓ base URL +http:\/\/127\.0\.0\.1:\d+ is reachable\n/);
    expect(stdout).toMatch(/✓ clocks +in sync\n/);
    expect(stdout).toMatch(/✓ form +one application created\n/);
    expect(stdout).toMatch(/○ proxy +HTTPS_PROXY set/);
    expect(stdout).toMatch(/\nReady\.\n$/);
    expect(stdout).not.toMatch(new RegExp(`${DEFAULT_TOKEN}|hush`));
  });

  it('finds that certificates are not checked', async () => {
    const env = { IDV_API_TOKEN: DEFAULT_TOKEN, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const { code, stdout } = await doctor(['--base-url', url, '--form-slug', cameraForm.slug], env);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/✗ certificates +not checked/)]);
  });

  it('finds a form without camera steps', async () => {
    const env = { IDV_API_TOKEN: DEFAULT_TOKEN };
    const { code, stdout } = await doctor(['--base-url', url, '--form-slug', plainForm.slug, '--create'], env);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /✗ form +it seems to have no document scan and no liveness: the 422 of a submit call names no/,
    );
    expect(stdout).toContain('→ Choose a form with camera steps; name this one in fixtures.plainFormSlug.');
  });

  it.each([
    ['a missing token', [], {}, /✗ API token +missing\n +→ Set IDV_API_TOKEN/],
    ['a token that is refused', [], { IDV_API_TOKEN: 'other' }, /✗ API token +refused \(401\)\n +→ Take a token/],
    [
      'a form that does not exist',
      ['--form-slug', 'no-such', '--create'],
      { IDV_API_TOKEN: DEFAULT_TOKEN },
      /✗ form +a create returns 404\n +→ Give a form/,
    ],
    ['no form', [], { IDV_API_TOKEN: DEFAULT_TOKEN }, /✗ form +no form\n +→ Give --form-slug/],
  ])('says what to do about %s', async (_, argv, env, expected) => {
    const { code, stdout } = await doctor(['--base-url', url, ...argv], env);
    expect([code, stdout]).toEqual([1, expect.stringMatching(expected)]);
    expect(stdout).toMatch(/to fix\.\n$/);
  });

  it('says what to do about an address that nothing listens on', async () => {
    const { code, stdout } = await doctor(['--base-url', `http://127.0.0.1:${await reservePort()}`]);
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/✗ base URL +.*the connection is refused\.\n +→ Check that it runs/),
    ]);
  });

  it('says what to do about an address with a query, and does not repeat the query', async () => {
    const { code, stdout } = await doctor(['--base-url', `${url}/?token=hush`]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/✗ base URL +the address of .* has .* a query/)]);
    expect(stdout).not.toContain('hush');
  });

  it('finds clocks that differ', async ({ onTestFinished }) => {
    const late = createMock();
    onTestFinished(() => late.close());
    const service = await late.listen({ port: 0 });
    await late.portal.advance({ ms: 3_650_000 });
    const { code, stdout } = await doctor(['--base-url', service.url], { IDV_API_TOKEN: DEFAULT_TOKEN });
    expect([code, stdout]).toEqual([1, expect.stringMatching(/✗ clocks +this machine is 36\d\d s behind the service/)]);
  });

  it('calls the receiver at its address, and finds out where the call arrives', async () => {
    const port = await reservePort();
    const file = join(cwd, 'receiver.json');
    const check = async (receiver: object) => {
      writeFileSync(file, JSON.stringify({ receiver }));
      return (await doctor(['--config', file], { IDV_WEBHOOK_SECRET: 'whsec' })).stdout;
    };
    const listen = `127.0.0.1:${port}`;
    expect(await check({ url: `http://127.0.0.1:${port}/hook`, listen })).toMatch(/✓ receiver +a call .* arrives on/);
    expect(await check({ url, listen })).toMatch(/✗ receiver +its address is answered by something else/);
    expect(await check({ url })).toMatch(/✗ receiver +it listens on any free port/);
    expect(await check({ url, listen: new URL(url).host })).toMatch(/✗ receiver +cannot listen on .*: it is in use/);
  });

  it('acknowledges no delivery that arrives while it checks the receiver', async () => {
    const port = await reservePort();
    const listen = `127.0.0.1:${port}`;
    const statuses: number[] = [];
    // Stands for a tunnel: a delivery of the service arrives ahead of the call of the doctor.
    const pass = async (mark: string | undefined): Promise<number> => {
      for (const headers of [{}, { 'idvkit-doctor': mark }]) {
        const { statusCode, body } = await request(`http://${listen}/hook`, { method: 'POST', headers });
        await body.dump();
        statuses.push(statusCode);
      }
      return statuses.at(-1) ?? 502;
    };
    const tunnel = createHttpServer(({ headers }, answer) => {
      void pass(String(headers['idvkit-doctor'])).then((status) => answer.writeHead(status).end());
    }).listen(0, '127.0.0.1');
    await once(tunnel, 'listening');
    const file = join(cwd, 'tunnel.json');
    // A server of TCP has an address with a port.
    const { port: tunnelPort } = tunnel.address() as { port: number };
    writeFileSync(file, JSON.stringify({ receiver: { url: `http://127.0.0.1:${tunnelPort}/hook`, listen } }));
    const { stdout } = await doctor(['--config', file], { IDV_WEBHOOK_SECRET: 'whsec' });
    tunnel.close();
    expect(statuses).toEqual([503, 204]);
    expect(stdout).toMatch(/✓ receiver +a call .* arrives on/);
  });

  it('ends with 2 if the configuration cannot be read', async () => {
    expect((await doctor(['--config', 'none.json'])).code).toBe(2);
  });
});
