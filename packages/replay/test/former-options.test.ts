import { createTestIo } from '@idvkit/cli-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { main } from '../src/lib/cli/main.ts';
import { sampleArchive, type SampleArchive } from './sample-archive.ts';

let sample: SampleArchive;

beforeEach(async () => {
  sample = await sampleArchive();
});
afterEach(() => sample.remove());

async function replay(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd: sample.archive.folder, stdin: 'needle' });
  const code = await main(argv, io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

describe('options by their former names', () => {
  it('mean the same', async () => {
    await sample.keep(['"needle"', '"hay"']);
    const { code, stdout } = await replay('list', '--text-from', '-', '--dir', '.');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\n#1 [^\n]*\n$/)]);
  });

  it.each([
    ['capture', '--stall-limit', '0s', 'Give a duration above 0'],
    ['send', '--serve-for', 'soon', 'Give a duration with its unit'],
  ])('are checked alike: %s %s %s', async (command, option, value, message) => {
    const { code, stderr } = await replay(command, option, value);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it.each([
    ['capture', '--stall-limit', '--idle-timeout'],
    ['send', '--serve-for', '--serve-timeout'],
    ['list', '--text-from', '--text-file'],
  ])('are not in the help of %s', async (command, former, present) => {
    const { stdout } = await replay(command, '--help');
    expect(stdout).toContain(present);
    expect(stdout).not.toContain(former);
  });
});
