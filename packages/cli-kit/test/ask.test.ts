import { describe, expect, it } from 'vitest';

import { ask } from '../src/index.ts';
import { createTestIo } from '../src/testing.ts';

describe('ask()', () => {
  it('asks on stderr and returns the line that follows', async () => {
    const io = createTestIo({ stdin: 'done\nmore\n' });
    expect(await ask(io, 'Submitted? ')).toBe('done');
    expect([io.stderrText, io.stdoutText]).toEqual(['Submitted? ', '']);
  });

  it('returns nothing when stdin ends', async () => {
    expect(await ask(createTestIo(), '? ')).toBeUndefined();
  });

  it('returns nothing when interrupted, before or meanwhile', async () => {
    const io = createTestIo();
    const asked = ask(io, '? ');
    io.interrupt();
    expect([await asked, await ask(io, '? ')]).toEqual([undefined, undefined]);
  });
});
