import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it, onTestFinished } from 'vitest';

import results from '../peers/results.json' with { type: 'json' };
import { blocksOf } from './documented-blocks.ts';
import { Terminal } from './terminal.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');

describe('the README', () => {
  // tools/documents/documented-blocks.test.ts compares the picture with what the command prints.
  it('shows a picture of its first check', () => {
    const [shown] = blocksOf(readme).filter(({ picture }) => picture !== undefined);
    expect(shown?.code).toContain('idvkit check --fault auth.absent.403');
    expect(readme).toContain(`](docs/images/${shown?.picture?.name}.svg)`);
  });

  it('has the numbers of the comparison', () => {
    const marks = Object.values(results.faults);
    const correct = Object.values(results.faultless);
    const counts = results.peers.map(({ name }, index) => ({
      name,
      found: marks.filter((mark) => mark[index] === '+').length,
      false: correct.filter((mark) => mark[index] === '+').length,
    }));
    const [live] = counts;
    const [next] = counts
      .filter(({ name }) => !name.startsWith('idvkit'))
      .toSorted((one, other) => other.found - one.found);
    expect(live?.false).toBe(0);
    expect(readme.replaceAll('\n', ' ')).toContain(
      `idvkit finds [${live?.found} of ${marks.length} planted faults](docs/peers.md), with no false alarm in ${correct.length} runs without a fault. The next best validator finds ${next?.found}, with ${next?.false} false alarms.`,
    );
  });
});

describe('after set-up', () => {
  it('`pnpm start` ends with commands to try, and `pnpm exec` runs the first with the Node of the system', async () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    expect(scripts['start']).toMatch(/ && idvkit check && node tools\/documents\/now-try\.ts$/);
    const text = execFileSync(process.execPath, ['tools/documents/now-try.ts'], { cwd: root, encoding: 'utf8' });
    const [red, , receiver, help, ...others] = [...text.matchAll(/^ {2}(npx -y pnpm@12 exec idvkit [^#]+?) +#/gm)].map(
      ([, command = '']) => command,
    );
    expect(others).toEqual([]);

    const terminal = new Terminal(root, { ...process.env, IDV_WEBHOOK_SECRET: undefined });
    onTestFinished(async () => terminal.close());
    expect(await terminal.paste(red ?? '', { exit: 1 }), terminal.output).toBe(1);
    expect(terminal.output).toMatch(/✗ \d+ rules?: \d+ passed, 1 failed · .* exit 1/);
    // It asks for the secret, which no one has set.
    // pnpm takes seconds to start, and the first command went through it.
    const directly = (command = ''): string => command.replace('npx -y pnpm@12 exec ', 'node_modules/.bin/');
    expect(await terminal.paste(directly(receiver), { exit: 2 })).toBe(2);
    expect(terminal.output).toContain('IDV_WEBHOOK_SECRET');
    expect(await terminal.paste(directly(help))).toBe(0);
    expect(terminal.output).toContain('Usage: idvkit');
  });
});
