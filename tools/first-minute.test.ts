import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it, onTestFinished } from 'vitest';

import { createTestIo } from '../packages/cli-kit/src/testing.ts';
import { main } from '../packages/idvkit/src/lib/main.ts';
import { blocksOf } from './documented-blocks.ts';
import results from './peers/results.json' with { type: 'json' };
import { Terminal } from './terminal.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

describe('the README', () => {
  it('shows lines that the command prints, in their order', async () => {
    const io = createTestIo();
    expect(await main(['check', '--fault', 'auth.absent.403'], io)).toBe(1);
    const printed = io.stdoutText.split('\n');

    const [shown] = blocksOf(readme).filter(({ language }) => language === 'text');
    const lines = shown?.code.split('\n') ?? [];
    expect(lines).toHaveLength(8);
    for (const line of lines) {
      const parts = line.trim().split('…');
      const at = printed.findIndex((each) => parts.every((part) => each.includes(part.trim())));
      expect(at, line).toBeGreaterThanOrEqual(0);
      printed.splice(0, at + 1);
    }
  });

  it('has the numbers of the comparison', () => {
    const marks = Object.values(results.faults);
    const [live, ...others] = results.peers.map(({ name }, index) => ({
      name,
      found: marks.filter((mark) => mark[index] === '+').length,
    }));
    const next = Math.max(...others.filter(({ name }) => !name.startsWith('idvkit')).map(({ found }) => found));
    expect(readme).toContain(
      `idvkit finds [${live?.found} of ${marks.length} planted faults](docs/peers.md). The next best validator finds ${next}.`,
    );
  });
});

describe('after set-up', () => {
  it('`pnpm start` ends with commands to try, and `pnpm exec` runs them with the Node of the system', async () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    expect(scripts['start']).toMatch(/ && idvkit check && node tools\/now-try\.ts$/);
    const text = execFileSync(process.execPath, ['tools/now-try.ts'], { cwd: root, encoding: 'utf8' });
    const [red, , help, ...others] = [...text.matchAll(/^ {2}(npx -y pnpm@12 exec idvkit [^#]+?) +#/gm)].map(
      ([, command = '']) => command,
    );
    expect(others).toEqual([]);

    const terminal = new Terminal(root, process.env);
    onTestFinished(async () => terminal.close());
    expect(await terminal.paste(red ?? '', { exit: 1 }), terminal.output).toBe(1);
    expect(terminal.output).toMatch(/✗ \d+ checked, 1 failed · .* exit 1/);
    expect(await terminal.paste(help ?? '')).toBe(0);
    expect(terminal.output).toContain('Usage: idvkit');
  });
});
