import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

import { MINUTES } from './minutes.ts';

const MAX_COMMANDS = 5;
const MAX_SECONDS = 60;

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const addresses = {
  staging: 'http://127.0.0.1:4010',
  receiver: 'http://127.0.0.1:8080/hook',
  ports: { capture: 4020, page: 4022, receiver: 3000 },
};

describe.each(MINUTES)('the recorded minute of $name', ({ name, steps }) => {
  const lines = steps(addresses).map(({ line }) => line);

  it('has few commands, and ends in time', () => {
    expect(lines.length).toBeLessThanOrEqual(MAX_COMMANDS);
    const [seconds] = JSON.parse(read(`docs/minutes/${name}.cast`).trimEnd().split('\n').at(-1) ?? '') as [number]; // An event.
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThanOrEqual(MAX_SECONDS);
  });

  it('shows the commands', () => {
    // Names of temporary folders, tokens and control characters have no place on the page.
    const page = read('docs/first-minutes.md');
    const tokens = (page + read(`docs/minutes/${name}.cast`)).match(/#token=[\w-]+/g) ?? [];
    expect(tokens.filter((token) => token !== '#token=TOKEN')).toEqual([]);
    expect(page).not.toContain('\u001B');
    expect(page).not.toContain(tmpdir());
    for (const line of lines) expect(page).toContain(line.split('\n', 1)[0]);
  });
});
