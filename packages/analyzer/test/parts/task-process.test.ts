import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { main } from '../command-line.ts';

const bin = fileURLToPath(new URL('../../../idvkit/src/bin.ts', import.meta.url));
const PAYLOAD = '{"event":{"type":"submit_form"}}';
/** Each process prints what it is. */
const INTRODUCTION = `process.stderr.write(JSON.stringify({ pid: process.pid, flags: process.execArgv }) + '\\n');`;

let cwd: string;
/** Called with the response to whoever reads the payload. */
let onRead: (response: ServerResponse) => void;
const server = createServer((request, response) => {
  if (request.headers.range === undefined) {
    response.writeHead(200, { 'content-length': PAYLOAD.length });
    response.flushHeaders();
    onRead(response);
    return;
  }
  response.writeHead(206, { 'content-range': `bytes 0-0/${PAYLOAD.length}` }).end(PAYLOAD.slice(0, 1));
});

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-task-process-'));
  await writeFile(join(cwd, 'introduction.mjs'), INTRODUCTION);
  await writeFile(join(cwd, 'here.json'), PAYLOAD);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server on TCP has an address of this kind.
  const { port } = server.address() as AddressInfo;
  const inputs = [`http://127.0.0.1:${port}/there.json`, 'here.json'];
  const io = createTestIo({ cwd });
  const code = await main(['plan', ...inputs, '--out', 'plan.ndjson', '--task-bytes', '1'], io);
  if (code !== 0) throw new Error(io.stderrText);
});

afterAll(async () => {
  server.close();
  await rm(cwd, { recursive: true });
});

interface Work {
  readonly command: ChildProcess;
  /** Processes of the command: its own, and that of the task. */
  readonly processes: readonly { readonly pid: number; readonly flags: readonly string[] }[];
  /** Response that the process of the task waits for. */
  readonly response: ServerResponse;
  /** Resolves when the command has ended. */
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

/** Lets the command work on the plan, until the process of a task reads its payload. */
async function startWork(name: string): Promise<Work> {
  const read = Promise.withResolvers<ServerResponse>();
  onRead = read.resolve;
  const NODE_OPTIONS = `--import=${pathToFileURL(join(cwd, 'introduction.mjs')).href}`;
  const args = ['--conditions=@idvkit/source', bin, 'analyze', 'work', 'plan.ndjson', '--parts', name];
  const command = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_OPTIONS, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void command.kill('SIGKILL'));
  let [stdout, stderr] = ['', ''];
  command.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  command.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const messages = (isOfProcess: boolean): string[] =>
    stderr.split('\n').filter((line) => line.startsWith('{') === isOfProcess);
  const ended = once(command, 'close').then(([code]) => ({
    code: code as number | null, // The first argument of the event.
    stdout,
    stderr: messages(false).join('\n'),
  }));
  const response = await Promise.race([read.promise, ended]);
  if ('code' in response) throw new Error(`The command ended with ${response.code}: ${response.stderr}`);
  return { command, processes: messages(true).map((line) => JSON.parse(line)), response, ended };
}

describe('the process of a task', () => {
  it('runs without threads for compiling and garbage, and survives a signal to its group', async () => {
    const { processes, response, ended } = await startWork('flags');

    expect(processes.map(({ flags }) => flags.includes('--single-threaded'))).toEqual([false, true]);
    process.kill(processes[1]?.pid ?? 0, 'SIGINT');
    process.kill(processes[1]?.pid ?? 0, 'SIGTERM');
    response.end(PAYLOAD);
    expect(await ended).toEqual({
      code: 0,
      stdout: 'Tasks: 2 done, 0 done before, 0 failed.\n',
      stderr: '',
    });
  });

  it('ends with the command that was killed', async () => {
    const { command, response, ended } = await startWork('killed');

    command.kill('SIGKILL');
    await once(response, 'close');
    expect(await ended).toEqual({ code: null, stdout: '', stderr: '' });
  });

  it('ends when the command is interrupted', async () => {
    const { command, response, ended } = await startWork('interrupted');

    command.kill('SIGINT');
    await once(response, 'close');
    expect(await ended).toMatchObject({ code: 130, stdout: '' });
  });

  it('fails its task only if it dies', async () => {
    const { processes, ended } = await startWork('dead');

    process.kill(processes[1]?.pid ?? 0, 'SIGKILL');
    expect(await ended).toEqual({
      code: 2,
      stdout: 'Tasks: 1 done, 0 done before, 1 failed.\n',
      stderr: expect.stringMatching(/ failed\. The process of the task ended with SIGKILL\.\n$/),
    });
  });
});
