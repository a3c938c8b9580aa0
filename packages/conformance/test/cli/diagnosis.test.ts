import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { fixtureRun } from '../report/fixture-run.ts';
import { call } from './calling.ts';
import { folderWith } from './folder.ts';

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
