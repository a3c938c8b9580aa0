import { createTestIo } from '@idvkit/cli-kit/testing';
import { expect, it } from 'vitest';

import { createProgressLine } from './progress-line.ts';

it('reports to a log the waits that look like a run that hangs', () => {
  const io = createTestIo();
  const line = createProgressLine(io, { isQuiet: false, clock: { now: () => 0 } });
  line.show({ kind: 'backing-off', waitMs: 500 });
  line.show({ kind: 'backing-off', waitMs: 60_000 });
  line.show({ kind: 'waiting', forMs: 30_000, why: 'for deliveries' });
  line.end();

  expect(io.stderrText).toBe('Asked to be patient for 60 s\nWaiting 30 s for deliveries\n');
});

it('says what a run takes before it starts, and what waits for a larger budget', () => {
  const io = createTestIo();
  const line = createProgressLine(io, { isQuiet: false, clock: { now: () => 0 } });
  const leftOut = [
    { reason: 'More applications (--budget).', tuples: 47 },
    { reason: 'A second receiver (receiver.second).', tuples: 3 },
  ];
  const plan = {
    strength: 2,
    calls: { feasible: 1757, covered: 1757, leftOut: [] },
    deliveries: { feasible: 732, covered: 682, leftOut },
    expected: { calls: 1492, applications: 60, seconds: 298 },
  } as const;
  line.show({ kind: 'started', target: 'https://idv.example.com', scenarios: 14, plan });
  line.end();

  expect(io.stderrText).toBe(
    'Checking https://idv.example.com: 14 scenarios\nPlanned: about 1,500 calls, 60 applications, about 5 minutes; 47 pairs of deliveries wait for --budget\n',
  );
});

/** Counts down from a minute, a second at a time. */
function countDown(io: ReturnType<typeof createTestIo>): void {
  let now = 0;
  const line = createProgressLine(io, { isQuiet: false, clock: { now: () => now } });
  for (let left = 61_000; left > 0; left -= 1000) {
    line.show({ kind: 'waiting', forMs: left, why: 'for deliveries' });
    now += 1000;
  }
  line.end();
}

it('reports a long wait to a log now and then', () => {
  const io = createTestIo();
  countDown(io);

  expect(io.stderrText).toBe('Waiting 61 s for deliveries\nWaiting 31 s for deliveries\n');
});

it('counts the rules that failed so far, at most once a second', () => {
  const io = createTestIo({ isTTY: true, columns: 120 });
  let now = 0;
  let counts = 0;
  const line = createProgressLine(io, { isQuiet: false, clock: { now: () => now } });
  const countFailed = () => (counts += 1);
  line.show({ kind: 'started', target: 'https://idv.example.com', scenarios: 9 });
  for (let ended = 1; ended <= 4; ended += 1) {
    line.show({ kind: 'scenario-ended', scenario: 'create', ended, scenarios: 9, observations: 12, countFailed });
    now += 500;
  }
  line.end();

  expect(counts).toBe(2);
  expect(io.stderrText).toContain('4/9 scenarios · 2 s, about 2 s left · 12 observations · 2 failed');
});

it('counts down in place on a terminal', () => {
  const io = createTestIo({ isTTY: true, columns: 100 });
  countDown(io);

  expect(io.stderrText).not.toContain('\n');
  expect(io.stderrText).toContain('waiting 61 s for deliveries');
  expect(io.stderrText).toContain('waiting 60 s for deliveries');
});
