import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { conformanceReport, type ConformanceReport } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { fixtureRun, outcomeOf, somebody } from '../report/fixture-run.ts';
import { call } from './calling.ts';
import { folderWith } from './folder.ts';

const FAILED = ['application.no.derived', 'answers.nid.check-digit', 'create.status.201', 'auth.absent.403'];

/** A run in which two rules of the fixture pass that failed in it. */
function betterRun(startedAt = '2026-01-06T03:00:00.000Z') {
  const { outcomes } = fixtureRun();
  return fixtureRun(somebody, {
    startedAt,
    outcomes: outcomes.map((outcome) => {
      if (outcome.rule.id === 'auth.absent.403') return { ...outcome, verdict: 'not-exercised', findings: [] };
      return FAILED.slice(2).includes(outcome.rule.id) ? outcomeOf('create.status.201') : outcome;
    }),
  });
}

async function saved(cwd: string, file: string): Promise<ConformanceReport> {
  return conformanceReport.parse(JSON.parse(await readFile(join(cwd, file), 'utf8')));
}

describe('--compare', () => {
  it('marks what changed, in the verdict and per rule', async () => {
    const cwd = await folderWith();
    await call(['check', '--report', 'json=last.json'], { cwd, run: fixtureRun() });
    const kinds = ['html', 'markdown', 'json'].flatMap((kind) => ['--report', `${kind}=${kind}`]);
    await call(['check', '--report', 'json=new.json'], { cwd, run: betterRun() });
    const { io } = await call(['report', 'new.json', '--compare', 'last.json'], { cwd });
    await call(['report', 'new.json', '--compare', 'last.json', ...kinds], { cwd });

    const verdict = 'Δ 0 new, 1 fixed, 3 still failing, 1 no longer tested since 2026-01-05';
    expect(io.stdoutText.replaceAll(/\n +/g, ' ')).toContain(verdict);
    expect(await readFile(join(cwd, 'html'), 'utf8')).toContain('3 still failing, 1 no longer tested since 2026-01-05');
    expect(await readFile(join(cwd, 'markdown'), 'utf8')).toContain(verdict);
    const { comparison, rules } = await saved(cwd, 'json');
    expect(comparison?.counts).toEqual({ new: 0, fixed: 1, still: 3, unknown: 1 });
    expect(rules.filter(({ change }) => change !== undefined).map(({ id, change }) => [id, change])).toEqual([
      ['application.no.derived', 'still'],
      ['answers.nid.check-digit', 'still'],
      ['liveness.attempt.message-empty', 'still'],
      ['create.status.201', 'fixed'],
      ['auth.absent.403', 'unknown'],
    ]);
  });

  it('compares saved reports, too', async () => {
    const cwd = await folderWith();
    await call(['check', '--report', 'json=old.json'], { cwd, run: betterRun() });
    await call(['check', '--report', 'json=new.json'], { cwd, run: fixtureRun() });
    const { io } = await call(['report', 'new.json', '--compare', 'old.json'], { cwd });
    expect(io.stdoutText).toContain('Δ 2 new, 0 fixed, 3 still failing since 2026-01-06');
  });
});

describe('a diagnosis', () => {
  it('names faults in the terminal, on the page and in Markdown', async () => {
    const cwd = await folderWith();
    await call(['check', '--report', 'json=last.json'], { cwd, run: fixtureRun() });
    const { io } = await call(['report', 'last.json'], { cwd });
    expect(io.stdoutText).toContain('Diagnosis · faults that would explain this');
    expect(io.stdoutText).toContain('auth.absent.403');
    await call(['report', 'last.json', '--report', 'html=page.html', '--report', 'markdown=page.md'], { cwd });
    expect(await readFile(join(cwd, 'page.html'), 'utf8')).toContain('Faults that would explain this');
    expect(await readFile(join(cwd, 'page.md'), 'utf8')).toContain('### Diagnosis');
  });
});
