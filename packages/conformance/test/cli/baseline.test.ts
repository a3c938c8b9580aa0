import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { readBaseline, readBaselineIfThere, writeBaseline } from '../../src/lib/report/baseline/baseline-file.ts';
import { brokenOutcome, fixtureRun, outcomeOf, somebody } from '../report/fixture-run.ts';
import { reportOf } from '../report/plain-page.ts';
import { folderWith } from './folder.ts';

const head = 'format: idvkit.conformance-baseline\nversion: 1\n';

describe('readBaseline()', () => {
  it('reads YAML', async () => {
    const content = `${head}rules:\n  - rule: create.status.201\n    reason: Ticket 12\n    expires: 2026-02-01\n`;
    const cwd = await folderWith({ 'known.yaml': content });
    expect(await readBaseline('known.yaml', cwd)).toMatchObject({
      rules: [{ rule: 'create.status.201', reason: 'Ticket 12', expires: '2026-02-01' }],
    });
  });

  it.each([
    ['a rule that there is not', `${head}rules: [{ rule: create.status.200, reason: a, expires: 2026-02-01 }]`],
    ['no reason', `${head}rules: [{ rule: create.status.201, expires: 2026-02-01 }]`],
    ['a day that there is not', `${head}rules: [{ rule: create.status.201, reason: a, expires: 2026-02-30 }]`],
    ['another format', 'format: other\nversion: 1\nrules: []'],
    ['nothing', ''],
  ])('refuses %s', async (_, content) => {
    const cwd = await folderWith({ 'known.yaml': content });
    const error: unknown = await readBaseline('known.yaml', cwd).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'baseline-invalid' });
    expect(String(error)).toMatchSnapshot();
  });

  it('tells a file that is not there from one that cannot be used', async () => {
    const cwd = await folderWith({ 'bad.json': '{' });
    expect(await readBaselineIfThere('none.json', cwd)).toBeUndefined();
    await expect(readBaselineIfThere('bad.json', cwd)).rejects.toMatchObject({ code: 'baseline-invalid' });
    await expect(readBaseline('none.json', cwd)).rejects.toMatchObject({ code: 'baseline-unreadable' });
  });
});

describe('writeBaseline()', () => {
  it('keeps what is known, adds what is new, drops what passes, and leaves what was not judged', async () => {
    const finding = { observations: ['x1'] as const, message: 'Broken' };
    const outcomes = [
      outcomeOf('application.id.integer'),
      brokenOutcome('create.status.201', finding),
      brokenOutcome('auth.absent.403', finding),
      outcomeOf('delivery.https', { verdict: 'not-exercised', passes: 0, evidence: [], reason: 'HTTPS.' }),
    ];
    const report = reportOf(fixtureRun(somebody, { outcomes }));
    const entry = { reason: 'Ticket 12', expires: '2026-02-01' };
    const before = {
      format: 'idvkit.conformance-baseline' as const,
      version: 1 as const,
      rules: (['application.id.integer', 'create.status.201', 'delivery.https'] as const).map((rule) => ({
        rule,
        ...entry,
      })),
    };
    const cwd = await folderWith({ 'known.json': JSON.stringify(before) });
    await writeBaseline({ ...report, startedAt: '2026-01-05T03:00:00.000Z' }, 'known.json', cwd);
    expect((await readBaseline('known.json', cwd)).rules).toEqual([
      { rule: 'create.status.201', ...entry },
      { rule: 'auth.absent.403', reason: 'To be explained', expires: '2026-02-04' },
      { rule: 'delivery.https', ...entry },
    ]);
    expect(await readFile(join(cwd, 'known.json'), 'utf8')).toMatch(/\n$/);
  });
});
