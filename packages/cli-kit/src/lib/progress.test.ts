import { describe, expect, it } from 'vitest';

import { createPaint } from './colors.ts';
import { createProgress } from './progress.ts';
import { createTestIo } from './test-io.ts';

const WIPE = '\r\u001B[2K';

describe('createProgress()', () => {
  it('shows what comes often enough apart', () => {
    const io = createTestIo({ isTTY: true });
    const clock = { at: 0, now: () => clock.at };
    const progress = createProgress({ io, clock });
    for (const [at, text] of [
      [0, 'a'],
      [50, 'b'],
      [99, 'c'],
      [100, 'd'],
    ] as const) {
      clock.at = at;
      progress.update(text);
    }
    progress.end();
    expect(io.stderrText).toBe(`${WIPE}a${WIPE}d${WIPE}`);
  });

  it('cuts the text to the width of the terminal and keeps it to one line', () => {
    const io = createTestIo({ isTTY: true, columns: 10 });
    createProgress({ io, clock: { now: () => 0 } }).update(`${createPaint(io.stderr, {})('red', 'long')}\ntext here`);
    expect(io.stderrText).toBe(`${WIPE}long tex…`);
  });

  it('keeps messages above the line', () => {
    const io = createTestIo({ isTTY: true });
    const progress = createProgress({ io, clock: { now: () => 0 } });
    progress.update('running');
    progress.message('something stays');
    expect(io.stderrText).toBe(`${WIPE}running${WIPE}something stays\n${WIPE}running`);
  });

  it.each([
    ['no terminal', { isTTY: false }],
    ['a dumb terminal', { isTTY: true, env: { TERM: 'dumb' } }],
    ['continuous integration', { isTTY: true, env: { CI: 'true' } }],
  ])('prints messages alone on %s', (_where, options) => {
    const io = createTestIo(options);
    const progress = createProgress({ io, clock: { now: () => 0 } });
    progress.update('running');
    progress.message('something stays');
    progress.end();
    expect(io.stderrText).toBe('something stays\n');
  });
});
