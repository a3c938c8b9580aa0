import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestIo, type TestIo } from '@idvkit/cli-kit/testing';
import { corpusSummary, payloadSummary } from '@idvkit/schema/formats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { main } from './command-line.ts';

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-follow-'));
});

afterEach(() => rm(cwd, { recursive: true }));

/** Runs the command on a terminal; `onProgress` hears each progress line. */
async function follow(
  argv: readonly string[],
  onProgress: (line: string, io: TestIo) => void,
): Promise<{ code: number; io: TestIo }> {
  const io = createTestIo({ cwd, isTTY: true, columns: 200 });
  const stderr = {
    ...io.stderr,
    write: (text: string | Uint8Array) => {
      io.stderr.write(text);
      onProgress(String(text), io);
    },
  };
  const code = await main(argv, Object.create(io, { stderr: { value: stderr } }) as TestIo); // All else stays as it is.
  return { code, io };
}

describe('idvkit analyze --follow', () => {
  it('ends when the document of a growing file is whole', async () => {
    const path = join(cwd, 'growing.json');
    const whole = '{"event":{"type":"submit_form"},"application":{}}';
    await writeFile(path, whole.slice(0, 20));
    let isAppended = false;
    const { code, io } = await follow(['growing.json', '--follow', '--json'], () => {
      if (!isAppended) void appendFile(path, whole.slice(20));
      isAppended = true;
    });
    const summary = payloadSummary.parse(JSON.parse(io.stdoutText));
    expect([code, summary.complete, summary.bytes]).toEqual([0, true, whole.length]);
  });

  it('reads on what is appended line by line until it is interrupted, and keeps what it wrote', async () => {
    const path = join(cwd, 'growing.ndjson');
    await writeFile(path, '{"event":{"type":"submit_form"}}\n');
    let isAppended = false;
    const { code, io } = await follow(
      ['growing.ndjson', '--follow', '--json', '--hits', 'ndjson=hits.ndjson'],
      (line, ending) => {
        if (!isAppended) void appendFile(path, '{"event":{"type":"drop_off"}}\n{"event":{"type":"drop_off"}}\n{"even');
        isAppended = true;
        if (line.includes('3 documents')) ending.interrupt();
      },
    );
    const corpus = corpusSummary.parse(JSON.parse(io.stdoutText));
    expect(code).toBe(130);
    expect(corpus.events.counts).toEqual([
      { value: 'drop_off', count: 2 },
      { value: 'submit_form', count: 1 },
    ]);
    expect(await readFile(join(cwd, 'hits.ndjson'), 'utf8')).toBe('');
  });
});
