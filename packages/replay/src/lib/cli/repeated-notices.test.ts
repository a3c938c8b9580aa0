import { createTestIo } from '@idvkit/cli-kit/testing';
import { createTestClock } from '@idvkit/delivery';
import { describe, expect, it } from 'vitest';

import { RepeatedNotices } from './repeated-notices.ts';

describe('RepeatedNotices', () => {
  it('writes the first of a kind, and counts the others', async () => {
    const [io, clock] = [createTestIo(), createTestClock()];
    const notices = new RepeatedNotices(io.stderr, clock);
    for (let count = 0; count < 1_000; count += 1) notices.add('one');
    notices.add('other');
    expect(io.stderrText).toBe('one\nother\n');
    await clock.advance(10_000);
    notices.add('one');
    notices.add('other');
    expect(io.stderrText).toBe('one\nother\none (999 more)\nother\n');
    notices.close();
    expect(io.stderrText).toBe('one\nother\none (999 more)\nother\none (1 more)\n');
    expect(clock.scheduled).toBe(0);
  });
});
