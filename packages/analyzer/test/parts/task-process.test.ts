import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { createTestIo, type TestIo } from '@idvkit/cli-kit/testing';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { env, main } from '../command-line.ts';

const bin = fileURLToPath(new URL('../../../idvkit/src/bin.ts', import.meta.url));
const PAYLOAD = '{"event":{"type":"submit_form"}}';
/** Each process writes down what it is. */
const INTRODUCTION = `
import { appendFileSync } from 'node:fs';
appendFileSync(process.env.INTRODUCTIONS, JSON.stringify({ pid: process.pid, flags: process.execArgv }) + '\\n');`;

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

/** What a process of a task says of itself. */
interface Introduction {
  readonly pid: number;
  readonly flags: readonly string[];
}

/** Returns the environment of a command whose processes say what they are, in a file of their own. */
function introduced(name: string): Record<string, string | undefined> {
  const introduction = pathToFileURL(join(cwd, 'introduction.mjs'));
  return { ...env, NODE_OPTIONS: `--import=${introduction.href}`, INTRODUCTIONS: join(cwd, `${name}.ndjson`) };
}

const workOn = (name: string): string[] => ['work', 'plan.ndjson', '--parts', name];

/** Resolves with the response that the process of a task waits for. Rejects if the command has ended before. */
async function readOf(ended: Promise<unknown>): Promise<ServerResponse> {
  const read = Promise.withResolvers<ServerResponse>();
  onRead = read.resolve;
  const early = ended.then((how) => Promise.reject(new Error(`The command has ended: ${JSON.stringify(how)}`)));
  return Promise.race([read.promise, early]);
}

interface Work {
  readonly io: TestIo;
  readonly task: Introduction;
  readonly response: ServerResponse;
  /** Resolves when the command has ended. */
  readonly ended: Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>;
}

/** Lets the command work on the plan, until the process of a task reads its payload. */
async function startWork(name: string): Promise<Work> {
  const io = createTestIo({ cwd, env: introduced(name) });
  const ended = main(workOn(name), io).then((code) => ({ code, stdout: io.stdoutText, stderr: io.stderrText }));
  const response = await readOf(ended);
  const [line = ''] = (await readFile(join(cwd, `${name}.ndjson`), 'utf8')).split('\n');
  return { io, task: JSON.parse(line) as Introduction, response, ended };
}

describe('the process of a task', () => {
  it('runs without threads for compiling and garbage, and survives a signal to its group', async () => {
    const { task, response, ended } = await startWork('flags');

    expect(task.flags).toContain('--single-threaded');
    process.kill(task.pid, 'SIGINT');
    process.kill(task.pid, 'SIGTERM');
    response.end(PAYLOAD);
    expect(await ended).toEqual({ code: 0, stdout: 'Tasks: 2 done, 0 done before, 0 failed.\n', stderr: '' });
  });

  it('ends with the command that was killed', async () => {
    const args = ['--conditions=@idvkit/source', bin, 'analyze', ...workOn('killed')];
    const command = spawn(process.execPath, args, { cwd, stdio: 'ignore' });
    onTestFinished(() => void command.kill('SIGKILL'));
    const exit = once(command, 'exit');
    const response = await readOf(exit);

    command.kill('SIGKILL');
    await once(response, 'close');
    expect(await exit).toEqual([null, 'SIGKILL']);
  });

  it('ends when the command is interrupted', async () => {
    const { io, response, ended } = await startWork('interrupted');

    io.interrupt();
    await once(response, 'close');
    expect(await ended).toMatchObject({ code: 130, stdout: '' });
  });

  it('fails its task only if it dies', async () => {
    const { task, ended } = await startWork('dead');

    process.kill(task.pid, 'SIGKILL');
    expect(await ended).toEqual({
      code: 2,
      stdout: 'Tasks: 1 done, 0 done before, 1 failed.\n',
      stderr: expect.stringMatching(/ failed\. The process of the task ended with SIGKILL\.\n$/),
    });
  });
});
