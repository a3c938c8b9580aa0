import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { conformanceReport } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { fixtureRun } from '../report/fixture-run.ts';
import { call } from './calling.ts';
import { folderWith } from './folder.ts';

const KINDS = ['html', 'markdown', 'junit', 'github'];

describe('idvkit report', () => {
  it('writes of a saved report what the run wrote', async () => {
    const cwd = await folderWith();
    const all = ['json', ...KINDS].flatMap((kind) => ['--report', `${kind}=run.${kind}`]);
    const ran = await call(['check', ...all], { cwd, run: fixtureRun() });
    const saved = await call(
      ['report', 'run.json', ...KINDS.flatMap((kind) => ['--report', `${kind}=saved.${kind}`])],
      {
        cwd,
      },
    );

    expect([ran.code, saved.code, saved.io.stdoutText]).toEqual([1, 0, '']);
    for (const kind of KINDS) {
      expect(await readFile(join(cwd, `saved.${kind}`), 'utf8')).toBe(await readFile(join(cwd, `run.${kind}`), 'utf8'));
    }
    expect(await readFile(join(cwd, 'saved.html'), 'utf8')).toContain('<h4>Response</h4>');
  });

  it('prints what the run printed', async () => {
    const cwd = await folderWith();
    const ran = await call(['check', '--report', 'json=run.json'], { cwd, run: fixtureRun() });
    const printed = await call(['report', 'run.json'], { cwd });

    expect(`${printed.io.stdoutText}  Report: run.json\n`).toBe(ran.io.stdoutText);
    expect(printed.code).toBe(0);
  });

  it('prints it as JSON, which is what the run wrote', async () => {
    const cwd = await folderWith();
    await call(['check', '--report', 'json=run.json'], { cwd, run: fixtureRun() });
    const printed = await call(['report', 'run.json', '--json'], { cwd });

    expect(JSON.parse(printed.io.stdoutText)).toEqual(JSON.parse(await readFile(join(cwd, 'run.json'), 'utf8')));
  });

  it('refuses to write an HTTP archive, for which a saved report has too few messages', async () => {
    const { code, io } = await call(['report', 'x.json', '--report', 'har=x.har'], { cwd: await folderWith() });
    expect(code).toBe(2);
    expect(io.stderrText).toContain('Kinds are html, markdown, json, junit, github, baseline.');
  });

  it.each([
    ['a file that does not exist', undefined, 'it does not exist'],
    ['what is not JSON', '{', 'it ends before its JSON does'],
    ['another format', '{"format":"idvkit.send-report","version":1}', 'it is not a report of idvkit'],
    [
      'another version',
      '{"format":"idvkit.conformance-report","version":2}',
      'it has version 2 of the format, not version 1',
    ],
    ['a report in which something is missing', '{"format":"idvkit.conformance-report","version":1}', 'tool: '],
  ])('refuses %s in one message', async (_, content, state) => {
    const cwd = await folderWith();
    if (content !== undefined) await writeFile(join(cwd, 'saved.json'), content);
    const { code, io } = await call(['report', 'saved.json', '--report', 'html=page.html'], { cwd });

    expect([code, io.stdoutText]).toEqual([2, '']);
    expect(io.stderrText).toContain(`Cannot read the report "saved.json": ${state}`);
    expect(io.stderrText.trimEnd().split('\n')).toHaveLength(2);
  });

  it('shows a body that was edited, and refuses an unknown rule without a list of all', async () => {
    const cwd = await folderWith();
    await call(['check', '--report', 'json=run.json'], { cwd, run: fixtureRun() });
    const text = await readFile(join(cwd, 'run.json'), 'utf8');
    const report = conformanceReport.parse(JSON.parse(text));
    const { observed } = report;
    const body = observed.map((each) => (each.kind === 'exchange' ? each.call?.response?.body : undefined));
    const edited = body.find((each) => each?.json === true);
    if (edited === undefined) throw new Error('The report was not edited');
    Object.assign(edited, { text: '{edited' });
    await writeFile(join(cwd, 'edited.json'), JSON.stringify(report));
    const shown = await call(['report', 'edited.json', '--report', 'html=page.html'], { cwd });
    await writeFile(join(cwd, 'unknown.json'), text.replaceAll('"application.id.integer"', '"application.id.roman"'));
    const refused = await call(['report', 'unknown.json'], { cwd });

    expect([shown.code, shown.io.stderrText, refused.code]).toEqual([0, '', 2]);
    expect(await readFile(join(cwd, 'page.html'), 'utf8')).toContain('{edited');
    expect(refused.io.stderrText).toMatch(/^idvkit: Cannot read the report "unknown\.json": rules\.0\.id: /);
    expect(refused.io.stderrText.length).toBeLessThan(500);
  });

  it('refuses to write two reports to one file', async () => {
    const { code, io } = await call(['report', 'x.json', '--report', 'html=a', '--report', 'junit=a'], {
      cwd: await folderWith(),
    });
    expect(code).toBe(2);
    expect(io.stderrText).toContain('two reports share a file');
  });
});
