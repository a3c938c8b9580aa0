import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Archive } from '@idvkit/archive';
import { createTestIo } from '@idvkit/cli-kit/testing';
import { sendReport, type SendReport } from '@idvkit/schema/formats';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { main } from '../../src/lib/cli/main.ts';
import { plannedReceiver, type PlannedReceiver } from '../planned-receiver.ts';
import { SECRET, useExchangeFolder } from './exchange-folder.ts';

const folder = useExchangeFolder();
const both = ['--dir', 'a', '--dir', 'b'];
let receiver: PlannedReceiver;

beforeEach(async () => {
  receiver = await plannedReceiver();
  await folder.writeArchive('a', [
    { body: 'one', second: 1 },
    { body: 'three', second: 3 },
    { body: 'gone', second: 4 },
  ]);
  await folder.writeArchive(
    'b',
    [
      { body: 'two', second: 2 },
      { body: 'three', second: 3 },
      { body: 'gone', second: 5 },
      { body: 'one', second: 6 },
    ],
    [3],
  );
});
afterEach(() => receiver.close());

const arrived = (): string[] => receiver.arrived.map(({ body }) => body.toString());
const send = (...argv: readonly string[]): ReturnType<typeof folder.replay> =>
  folder.replay(['send', ...argv, ...(argv.includes('--resume') ? [] : ['--to', receiver.url])]);

async function readReport(file: string): Promise<SendReport> {
  return sendReport.parse(JSON.parse(await readFile(join(folder.cwd, file), 'utf8')));
}

/** Begins to send all from both, and interrupts the run once the first delivery was answered and the second has arrived. */
async function interruptedRun(...options: readonly string[]): Promise<string> {
  receiver.plan.push(204, 'silence');
  const io = createTestIo({ cwd: folder.cwd, env: { IDV_WEBHOOK_SECRET: SECRET } });
  const ended = main(['send', 'all', ...both, '--to', receiver.url, ...options, '--report', 'json=part.json'], io);
  await receiver.count(2);
  io.interrupt();
  expect(await ended).toBe(130);
  const { run } = await readReport('part.json');
  expect(io.stderrText).toContain(`Continue with: idv-replay send --resume ${run} --dir a --dir b\n`);
  return run;
}

describe('idv-replay send from several archives', () => {
  it('sends by time, once what several have, and nothing that one has erased', async () => {
    const { code, stdout } = await send('all', ...both, '--report', 'json=r.json', '--report', 'junit=r.xml');

    expect([code, arrived()]).toEqual([0, ['one', 'two', 'three', 'one']]);
    expect(stdout.match(/\S+#\d+/g)).toEqual(['a#1', 'b#1', 'a#2', 'b#4']);
    const { deliveries } = await readReport('r.json');
    expect(deliveries.map(({ archive, capture }) => `${archive}#${capture}`)).toEqual(['a#1', 'b#1', 'a#2', 'b#4']);
    expect(await readFile(join(folder.cwd, 'r.xml'), 'utf8')).toContain('name="b#1 delivery"');
  });

  it('notes attempts where the captures are, and orders and filters over all', async () => {
    await send('--since', '2026-01-05T03:00:02Z', '--order', 'reverse', ...both);
    expect(arrived()).toEqual(['one', 'three', 'two']);

    for (const [name, sent] of [
      ['a', [2]],
      ['b', [4, 1]],
    ] as const) {
      const archive = await Archive.open(join(folder.cwd, name));
      const answered = [];
      for await (const { capture, outcome } of archive.attempts()) if (outcome !== 'started') answered.push(capture);
      await archive.close();
      expect(answered).toEqual(sent);
    }
    await send('--not-sent', ...both);
    expect(arrived().slice(3)).toEqual(['one']);
  });

  it('filters by tags of any copy of a capture, and by the receivers of all', async () => {
    await folder.replay(['merge', 'a', 'b', '--out', 'c']);
    await folder.replay(['tag', '2', '3', '--add', 'bug', '--dir', 'c']);
    await send('--tag', 'bug', '--dir', 'a', '--dir', 'c');
    expect(arrived()).toEqual(['two', 'three']);

    receiver.plan.push(400);
    await send('1', '2', '--dir', 'c');
    await send('--failed', '--dir', 'a', '--dir', 'c');
    expect(arrived().slice(2)).toEqual(['one', 'two', 'one']);
    await send('--not-sent', '--dir', 'b', '--dir', 'c', '--dir', 'a');
    expect(arrived().slice(5)).toEqual(['one']);
  });

  it('resumes what was interrupted, without what was erased since', async () => {
    const run = await interruptedRun();
    expect((await folder.replay(['erase', '1', '--dir', 'b'])).code).toBe(0);
    const { code, stdout } = await send('--resume', 'last', ...both);

    expect([code, arrived()]).toEqual([1, ['one', 'two', 'three', 'one']]);
    expect(stdout).toContain('FAIL  b#1  not sent: it was erased or replaced since the run began\n');
    expect(stdout).toContain(`run ${run}`);
  });

  it('resumes what was interrupted, in whatever order the archives are given', async () => {
    const run = await interruptedRun();
    const { code, stdout } = await send('--resume', 'last', '--dir', 'b', '--dir', 'a');

    expect([code, arrived()]).toEqual([0, ['one', 'two', 'two', 'three', 'one']]);
    expect(stdout).toContain(`run ${run}`);
  });

  it.each([both, ['--dir', 'b', '--dir', 'a']])(
    'resumes the last run of these archives if one of them has a newer run: %s %s %s %s',
    async (...dirs) => {
      const run = await interruptedRun();
      await send('1', '--dir', 'b');
      const { code, stdout } = await send('--resume', 'last', ...dirs);

      expect([code, arrived().slice(3)]).toEqual([0, ['two', 'three', 'one']]);
      expect(stdout).toContain(`run ${run}`);
    },
  );

  it('sends the others if one is erased while it runs', async () => {
    receiver.plan.push('silence');
    const ended = send('all', ...both, '--timeout', '1s');
    await receiver.count(1);
    await folder.replay(['erase', '1', '--dir', 'b']);
    const { code, stdout } = await ended;

    expect([code, arrived()]).toEqual([1, ['one', 'three', 'one']]);
    expect(stdout).toContain('FAIL  b#1  not sent: it was erased or replaced since the run began\n');
  });

  it('names the archive whose journal was changed', async () => {
    const journal = join(folder.cwd, 'b', 'journal.ndjson');
    await writeFile(journal, (await readFile(journal, 'utf8')).replace('/hook', '/h00k'));
    const warning = 'idv-replay: Line 1 of b/journal.ndjson does not match its checksum';

    expect((await send('all', ...both)).stderr).toContain(warning);
    expect((await folder.replay(['list', ...both])).stderr).toContain(warning);
  });

  it('resumes at the recorded pace without what was erased since', async () => {
    await interruptedRun('--pace', '1000x', '--concurrency', '1');
    await folder.replay(['erase', '1', '--dir', 'b']);
    expect((await send('--resume', 'last', ...both)).code).toBe(1);
    expect(arrived().slice(-2)).toEqual(['three', 'one']);
  });

  it('does not send another capture that has the number of a planned one since', async () => {
    await interruptedRun();
    await rm(join(folder.cwd, 'b'), { recursive: true });
    await folder.writeArchive('b', [{ body: 'other', second: 2 }]);
    const { code, stdout } = await send('--resume', 'last', ...both);

    expect([code, arrived()]).toEqual([1, ['one', 'two', 'three']]);
    expect(stdout).toContain('FAIL  b#1  not sent: it was erased or replaced since the run began\n');
  });

  it('resumes a run from its own archives only', async () => {
    await interruptedRun();
    for (const other of [
      ['--dir', 'a'],
      ['--dir', 'c', '--dir', 'a'],
      [...both, '--dir', 'c'],
    ]) {
      await folder.writeArchive('c', []);
      expect(await send('--resume', 'last', ...other)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^idv-replay: Cannot resume: run ".+" reads a, b\.$/m) as unknown,
      });
    }
    expect(arrived()).toEqual(['one', 'two']);
  });

  it('previews by archive, and refuses captures that are named', async () => {
    expect((await send('all', '--dry-run', ...both)).stdout.match(/\S+#\d+  \d+ bytes/g)).toEqual([
      'a#1  3 bytes',
      'b#1  3 bytes',
      'a#2  5 bytes',
      'b#4  3 bytes',
    ]);
    expect(await send('1', ...both)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Cannot send: captures of several archives are named.') as unknown,
    });
    expect(arrived()).toEqual([]);
  });
});
