import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { nodeTooOld } from '../src/lib/run-bin.ts';

const script = fileURLToPath(new URL('example-bin.ts', import.meta.url));

function start(...argv: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [script, ...argv], { env: { PATH: process.env['PATH'] } });
}

async function finish(
  child: ChildProcessWithoutNullStreams,
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

async function text(stream: NodeJS.ReadableStream): Promise<string> {
  let all = '';
  for await (const chunk of stream) all += chunk.toString();
  return all;
}

describe('runBin()', () => {
  it('gives the command its arguments and ends with its code', async () => {
    expect(await finish(start('echo', 'one', 'two'))).toEqual({ code: 1, stdout: 'one two\n', stderr: '' });
  });

  it('escapes what the command writes', async () => {
    const { stdout } = await finish(start('echo', '\u001B]52;c;eA==\u0007', '##[error]\u202E'));
    expect(stdout).toBe(`${String.raw`\u001b]52;c;eA==\u0007 ##\u005berror]\u202e`}\n`);
  });

  it('tells of a failure in one message', async () => {
    const { code, stdout, stderr } = await finish(start('throw'));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^example: Unexpected failure: thrown\nThis is a defect.*\n$/);
  });

  it('tells of what was thrown where nobody waited in one message', async () => {
    const { code, stderr } = await finish(start('throw-later'));
    expect(code).toBe(2);
    expect(stderr).toMatch(/^example: Unexpected failure: thrown later\nThis is a defect.*\n$/);
  });

  it('ends although something was left open', async () => {
    expect(await finish(start('leave-open'))).toEqual({ code: 0, stdout: 'done\n', stderr: '' });
  });

  it('writes all of a large result to a slow reader', async () => {
    const child = start('large');
    await once(child.stdout, 'readable');
    const { code, stdout } = await finish(child);
    expect([code, stdout.length]).toEqual([0, 8_000_000]);
  });

  it('goes on, and ends in order, when the reader went away', async () => {
    const child = start('large');
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect([code, stderr]).toEqual([0, '']);
  });

  it('aborts the signal on the first interruption and ends at once on the second', async () => {
    for (const [command, interruptions] of [
      ['until-interrupted', 1],
      ['for-ever', 2],
    ] as const) {
      const child = start(command);
      const stdout = text(child.stdout);
      const exit = once(child, 'exit');
      await once(child.stderr, 'data');
      child.kill('SIGINT');
      if (interruptions === 2) {
        await once(child.stderr, 'data');
        child.kill('SIGINT');
      }
      expect([(await exit)[0], await stdout]).toEqual([130, interruptions === 1 ? 'what is known\n' : '']);
    }
  });

  it('lets a signal end a process whose exit waits', async () => {
    const child = start('stuck-at-exit');
    const exit = once(child, 'exit');
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    expect(await exit).toEqual([null, 'SIGINT']);
  });
});

describe('nodeTooOld()', () => {
  it.each(['24.15.0', '24.21.0', '25.0.0', '26.1.0'])('takes %s', (version) => {
    expect(nodeTooOld(version)).toBeUndefined();
  });

  it.each(['24.14.9', '22.19.0', '18.0.0'])('refuses %s and says what to do', (version) => {
    expect(nodeTooOld(version)).toBe(
      `Cannot run on Node ${version}: it is too old.\nInstall Node 24.15 or newer from https://nodejs.org.`,
    );
  });
});
