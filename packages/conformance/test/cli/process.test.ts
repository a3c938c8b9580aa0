import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it, onTestFinished } from 'vitest';

import { folderWith } from './folder.ts';

const bin = fileURLToPath(new URL('../../../idvkit/src/bin.ts', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command as a process of its own; `onStderr` sees what it says while it runs. */
function run(
  argv: readonly string[],
  {
    cwd,
    env = {},
    onStderr,
  }: {
    readonly cwd: string;
    readonly env?: Record<string, string>;
    readonly onStderr?: (text: string, interrupt: () => void) => void;
  },
): Promise<Ended> {
  const child = spawn(process.execPath, ['--conditions=@idvkit/source', bin, ...argv], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
    onStderr?.(stderr, () => child.kill('SIGINT'));
  });
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** A server that takes connections and says nothing, and a promise of the first of them. */
async function silentServer(): Promise<{ readonly url: string; readonly called: Promise<void> }> {
  const called = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    onTestFinished(() => void socket.destroy());
    called.resolve();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  // A server on TCP has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, called: called.promise };
}

describe('the process idvkit', () => {
  it('checks a mock of its own, and prints one document on stdout', async () => {
    const cwd = await folderWith();
    const argv = ['check', '--only', 'create.status.201', '--budget', 'calls=60', '--seed', '1', '--json'];
    const { code, stdout } = await run(argv, { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ summary: { passed: 1, failed: 0 }, seed: 1, complete: true });
  });

  it('takes a configuration in TypeScript', async () => {
    const config = 'const only: string[] = ["create.credit.461"];\nexport default { only };\n';
    const cwd = await folderWith({ 'idvkit.config.ts': config, 'package.json': '{"type":"module"}' });
    const { code, stdout } = await run(['check', '--list'], { cwd });
    expect([code, stdout.split('\n')[1]]).toEqual([0, '  create.credit.461']);
  });

  it('says so where TypeScript in a configuration is more than types', async () => {
    const cwd = await folderWith({ 'idvkit.config.ts': 'enum A { B }\nexport default { formSlug: A[A.B] };\n' });
    const { code, stderr } = await run(['check', '--list'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('it uses TypeScript that is more than types, such as an enum.');
  });

  it('writes what it knows when it is interrupted', async () => {
    const cwd = await folderWith();
    const { url, called } = await silentServer();
    let isAsked = false;
    const target = ['--base-url', url, '--form-slug', 'kyc', '--only', 'create.*'];
    const interrupted = run(['check', ...target, '--report', 'json=r.json'], {
      cwd,
      env: { IDV_API_TOKEN: 'idv_token' },
      onStderr: (_, interrupt) => {
        // A second interrupt would end it without a report.
        if (!isAsked) void called.then(interrupt);
        isAsked = true;
      },
    });
    expect((await interrupted).code).toBe(130);
    expect(JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'))).toMatchObject({
      complete: false,
      exit: { code: 130 },
    });
  });
});
