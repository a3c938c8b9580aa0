import { createTestIo, type TestIo } from '@idvkit/cli-kit/testing';
import type { ConformanceReport } from '@idvkit/schema/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runConformance } from '../../src/index.ts';
import { folderWith } from '../cli/folder.ts';
import { createMain } from '../command-line.ts';
import { SMALL } from '../due.ts';
import { hostileHars, recordedDay } from './recorded-day.ts';

async function check(
  names: readonly string[],
  cwd: string,
): Promise<{ readonly code: number; readonly io: TestIo; readonly report: ConformanceReport | undefined }> {
  const io = createTestIo({ cwd });
  const code = await createMain()(['check', ...names, '--json'], io);
  // The command prints a report or nothing.
  const report = io.stdoutText === '' ? undefined : (JSON.parse(io.stdoutText) as ConformanceReport);
  return { code, io, report };
}

const failedIn = (report: ConformanceReport | undefined): readonly string[] =>
  (report?.rules ?? []).filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);

describe('a recording of several files', () => {
  it('has the findings of one file with all messages, and ids that name the file', async () => {
    const faults = ['auth.absent.403', 'event.nounce.unique'];
    const run = await runConformance({ seed: 31, faults, budget: SMALL });
    const split = await recordedDay(run.observations, (index) => index % 2);
    const whole = await recordedDay(run.observations, () => 0);
    const [one, all] = [await check(split.names, split.folder), await check(whole.names, whole.folder)];

    // A resend that is delivered again repeats its nounce, too.
    expect(failedIn(all.report)).toEqual([
      'resend.new-nounce',
      'auth.absent.403',
      'event.nounce.unique',
      'delivery.5xx.new-nounce',
    ]);
    expect(failedIn(one.report)).toEqual(failedIn(all.report));
    expect(new Set(one.report?.observed.map(({ id }) => id.slice(0, 3)))).toEqual(
      new Set(['x1.', 'x2.', 'd1.', 'd2.']),
    );
  });

  it('gets a report whatever the files hold', async () => {
    await fc.assert(
      fc.asyncProperty(hostileHars, async (texts) => {
        const files = Object.fromEntries(texts.map((text, index) => [`${index}.har`, text]));
        const { code, report } = await check(Object.keys(files), await folderWith(files));

        expect([0, 1, 3]).toContain(code);
        expect(report?.complete).toBe(true);
      }),
      { numRuns: 20, seed: 4 },
    );
  });

  it('does not count a file twice', async () => {
    const { code, io } = await check(['x.har', './x.har'], await folderWith({ 'x.har': '{"log":{"entries":[]}}' }));

    expect(code).toBe(2);
    expect(JSON.parse(io.stderrText)).toMatchObject({
      error: { message: expect.stringContaining('"./x.har" is given twice') },
    });
  });

  it('ends with one message if a file is broken', async () => {
    const folder = await folderWith({ 'x.har': '{"log":{"entries":[]}}', 'y.har': '{"log":{"entries":[{}' });
    const { code, io } = await check(['x.har', 'y.har'], folder);

    expect({ code, stdout: io.stdoutText }).toEqual({ code: 2, stdout: '' });
    expect(JSON.parse(io.stderrText)).toMatchObject({
      error: { message: expect.stringContaining('Cannot read "y.har" as an HTTP archive') },
    });
  });
});
