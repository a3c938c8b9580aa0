import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createTestIo, type TestIo } from '@idvkit/cli-kit/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sampleOf } from '../../../../tools/sample.ts';
import { runConformance } from '../../src/index.ts';
import { createMain } from '../../src/lib/cli/main.ts';
import { slugOf } from '../../src/lib/observe/timeline.ts';
import { folderWith } from '../cli/folder.ts';
import { hostileHars, recordedDay } from './recorded-day.ts';

const clock = { now: () => Date.parse('2026-01-06T00:00:00Z') };

async function call(argv: readonly string[], cwd: string): Promise<{ readonly code: number; readonly io: TestIo }> {
  const io = createTestIo({ cwd });
  return { code: await createMain({ clock })(argv, io), io };
}

/** Checks a recording in shards, a file each. */
async function checkShards(names: readonly string[], folder: string, count: number): Promise<readonly string[]> {
  const files = Array.from({ length: count }, (_, index) => `${index + 1}-of-${count}.json`);
  for (const [index, file] of files.entries()) {
    const shard = ['--shard', `${index + 1}/${count}`, '--report', `json=${file}`, '--quiet'];
    const { code, io } = await call(['check', ...names, ...shard], folder);
    expect({ code, stderr: io.stderrText }).toEqual({ code: 0, stderr: '' });
  }
  return files;
}

/** Merges shards; returns the report. */
async function merged(files: readonly string[], folder: string): Promise<string> {
  return (await call(['merge-reports', ...files, '--json', '--quiet'], folder)).io.stdoutText;
}

const run = await runConformance({
  seed: 31,
  faults: ['auth.absent.403', 'answers.nid.check-digit', 'application.id.stable', 'event.nounce.unique'],
});
/** Every fourth observation, and the whole of some applications. */
const few = run.observations.filter(
  (observation, index) => index % 8 === 0 || ('slug' in observation && index % 5 === 0),
);

describe('check --shard and merge-reports', () => {
  it.each(sampleOf([1, 2, 7, 64], { every: 2 }))('give the report of one process: %i shards', async (count) => {
    const { folder, names } = await recordedDay(few, (index) => index % 3);
    const whole = await call(['check', ...names, '--json', '--quiet'], folder);
    const files = await checkShards(names, folder, count);

    expect(JSON.parse(whole.io.stdoutText)).toMatchObject({ complete: true, exit: { code: 1 } });
    // Not `toBe`: the difference of two long texts takes minutes to print.
    expect((await merged(files.toReversed(), folder)) === whole.io.stdoutText).toBe(true);
    expect((await merged([...files, ...files], folder)) === whole.io.stdoutText).toBe(true);
  });

  it('hold no slug and no token', async () => {
    const { folder, names } = await recordedDay(few, (index) => index % 3);
    const [file = ''] = await checkShards(names, folder, 1);
    const shard = await readFile(join(folder, file), 'utf8');

    const secrets = [...few.flatMap((observation) => slugOf(observation) ?? []), ...run.secrets];
    expect(secrets.length).toBeGreaterThan(10);
    expect(secrets.filter((value) => shard.includes(value))).toEqual([]);
  });

  it('hold nothing that guesses of the webhook secret could be compared with', async () => {
    const { folder, names } = await recordedDay(few, (index) => index % 3);
    const texts: string[] = [];
    for (const guess of ['a-guess', 'another-guess']) {
      const io = createTestIo({ cwd: folder, env: { IDV_WEBHOOK_SECRET: guess } });
      await createMain({ clock })(['check', ...names, '--shard', '1/2', '--json', '--quiet'], io);
      texts.push(io.stdoutText);
    }
    expect(texts[0]).toContain('"plan"');
    expect(texts[0] === texts[1]).toBe(true);
  });

  it('do not count a file twice', async () => {
    const folder = await folderWith({ 'x.har': '{"log":{"entries":[]}}' });
    const { code, io } = await call(['check', 'x.har', './x.har'], folder);

    expect(code).toBe(2);
    expect(io.stderrText).toContain('"./x.har" is given twice');
  });

  it('give the report of one process, whatever the recording holds', async () => {
    await fc.assert(
      fc.asyncProperty(hostileHars, fc.integer({ min: 1, max: 4 }), async (texts, count) => {
        const names = texts.map((_, index) => `${index}.har`);
        const folder = await folderWith(Object.fromEntries(texts.map((text, index) => [`${index}.har`, text])));
        const whole = await call(['check', ...names, '--json', '--quiet'], folder);
        const shards = await checkShards(names, folder, count);

        expect(await merged(shards, folder)).toBe(whole.io.stdoutText);
      }),
      { numRuns: 6 },
    );
  });

  it('name the shards that are missing', async () => {
    const { folder, names } = await recordedDay(few.slice(0, 20), () => 0);
    const files = await checkShards(names, folder, 4);
    const { code, io } = await call(['merge-reports', files[3] ?? '', files[0] ?? '', '--json'], folder);

    const message = 'The report is incomplete: shards 2/4, 3/4 are missing.';
    expect(JSON.parse(io.stdoutText)).toMatchObject({ complete: false, stopped: message, problem: { message } });
    expect(io.stderrText).toContain(message);
    expect([1, 2]).toContain(code);
  });

  it('write every kind of report of the merged one', async () => {
    const { folder, names } = await recordedDay(few.slice(0, 20), () => 0);
    const files = await checkShards(names, folder, 2);
    const kinds = ['json', 'html', 'junit', 'markdown'];
    const reports = kinds.flatMap((kind) => ['--report', `${kind}=merged.${kind}`]);
    await call(['merge-reports', ...files, ...reports], folder);
    await call(['check', ...names, ...kinds.flatMap((kind) => ['--report', `${kind}=whole.${kind}`])], folder);
    for (const kind of kinds) {
      const [one, other] = ['merged', 'whole'].map((name) => readFile(join(folder, `${name}.${kind}`), 'utf8'));
      expect((await one) === (await other), kind).toBe(true);
    }
  });

  it('report that nothing was tested where nothing was recorded', async () => {
    const folder = await folderWith({ 'x.har': '{"log":{"entries":[]}}' });
    const files = await checkShards(['x.har'], folder, 3);
    const whole = await call(['check', 'x.har', '--json'], folder);

    expect(await merged(files, folder)).toBe(whole.io.stdoutText);
    expect(whole.code).toBe(3);
  });

  it('end with one message where a file is broken', async () => {
    const folder = await folderWith({ 'x.har': '{"log":{"entries":[]}}', 'y.har': '{"log":{"entries":[{}' });
    for (const shard of ['1/2', '2/2']) {
      const { code, io } = await call(['check', 'x.har', 'y.har', '--shard', shard, '--json'], folder);
      expect({ code, stdout: io.stdoutText }).toEqual({ code: 2, stdout: '' });
      expect(io.stderrText).toContain('Cannot read "y.har" as an HTTP archive');
    }
  });

  it('refuse what does not belong together', async () => {
    const { folder, names } = await recordedDay(few.slice(0, 12), () => 0);
    const [one = '', other = ''] = await checkShards(names, folder, 2);
    const [three = ''] = await checkShards(names, folder, 3);
    const options = ['--shard', '2/2', '--report', 'json=skipped.json', '--quiet', '--skip', 'auth.*'];
    await call(['check', ...names, ...options], folder);
    const text = await readFile(join(folder, one), 'utf8');
    const changed = JSON.parse(text) as { durationMs: number; tool: { version: string } }; // The format of a shard.
    await writeFile(join(folder, 'changed.json'), JSON.stringify({ ...changed, durationMs: 1 }));
    await writeFile(join(folder, 'old.json'), JSON.stringify({ ...changed, tool: { name: 'x', version: '0.0.1' } }));
    await writeFile(join(folder, 'cut.json'), text.slice(0, 100));

    const refused = async (...argv: readonly string[]): Promise<string> => {
      const { code, io } = await call(['merge-reports', ...argv], folder);
      expect(code).toBe(2);
      return io.stderrText.split('\n')[0] ?? '';
    };
    const cannot = 'idv-conformance: Cannot merge these shards: ';
    expect(await refused(one, three)).toBe(`${cannot}"1-of-2.json" is one of 2, and "1-of-3.json" is one of 3.`);
    expect(await refused(one, 'skipped.json')).toBe(
      `${cannot}"skipped.json" is of another recording than "1-of-2.json", or was checked with other options.`,
    );
    expect(await refused(one, other, 'changed.json')).toBe(
      `${cannot}"1-of-2.json" and "changed.json" are both shard 1/2, with different content.`,
    );
    expect(await refused(one, 'old.json')).toMatch(
      /^idv-conformance: Cannot read the shard "old.json": version 0.0.1 /,
    );
    expect(await refused('cut.json')).toMatch(/^idv-conformance: Cannot read the shard "cut.json": /);
    expect(await refused(one, '--report', 'har=x.har')).toMatch(/shards have too few messages for an HTTP archive/);
  });

  it.each([
    [['--json', '--baseline', 'b.json'], '--baseline is about the whole recording'],
    [['--report', 'html=x.html'], 'another --report than json is about the whole recording'],
    [[], 'nothing would be written'],
  ])('refuse options that are not about a shard: %j', async (options, state) => {
    const folder = await folderWith({ 'x.har': '{"log":{"entries":[]}}' });
    const { code, io } = await call(['check', 'x.har', '--shard', '1/2', ...options], folder);

    expect(code).toBe(2);
    expect(io.stderrText).toContain(`Cannot check a shard: ${state}.`);
  });
});
