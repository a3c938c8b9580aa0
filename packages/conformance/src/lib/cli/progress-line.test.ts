import { createTestIo } from '@idvkit/cli-kit/testing';
import { expect, it } from 'vitest';

import { createProgressLine } from './progress-line.ts';

it('tells a log of the waits that look like a run that hangs', () => {
  const io = createTestIo();
  const line = createProgressLine(io, { isQuiet: false, clock: { now: () => 0 } });
  line.show({ kind: 'backing-off', waitMs: 500 });
  line.show({ kind: 'backing-off', waitMs: 60_000 });
  line.show({ kind: 'waiting', forMs: 30_000, why: 'for deliveries' });
  line.end();

  expect(io.stderrText).toBe('Asked to be patient for 60 s\nWaiting 30 s for deliveries\n');
});
