import { describe, expect, it } from 'vitest';

import { createPaint, hasColors } from './colors.ts';
import { createTestIo } from './test-io.ts';

describe('hasColors()', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, { FORCE_COLOR: '1' }, true],
    [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { FORCE_COLOR: 'false' }, false],
    [false, { FORCE_COLOR: '' }, false],
  ])('terminal %j with %j: %j', (isTTY, env, expected) => {
    expect(hasColors(createTestIo({ isTTY }).stdout, env)).toBe(expected);
  });
});

describe('createPaint()', () => {
  it('dresses text', () => {
    const io = createTestIo({ isTTY: true });
    io.stdout.write(createPaint(io.stdout, {})('green', 'passed'));
    expect(io.stdoutText).toBe('\u001B[32mpassed\u001B[39m');
  });

  it('leaves text plain where no colours are shown', () => {
    expect(createPaint(createTestIo().stdout, {})(['bold', 'red'], 'failed')).toBe('failed');
  });
});
