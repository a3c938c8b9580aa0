import { systemClock } from '@idvkit/delivery';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { EventTime } from './event-time.ts';
import { createMovedClock, type MovableClock } from './moved-clock.ts';

function movable(start: number): MovableClock & { readonly steps: [ms: number, held: number][] } {
  let time = start;
  const steps: [number, number][] = [];
  return {
    steps,
    advance: (ms, held) => {
      steps.push([ms, held]);
      time += ms;
      return Promise.resolve(time);
    },
  };
}

const START = Date.parse('2030-01-01T00:00:00Z');

// The clock adds the real time that passes, so real time stands still.
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-01-05T03:00:00Z'));
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('createMovedClock()', () => {
  it('starts at the time of the target', () => {
    const clock = createMovedClock({ clock: movable(START), start: START, held: () => 0 });

    expect(clock.now()).toBe(START);
  });

  it('moves in steps, and settles at the end', async () => {
    const target = movable(START);
    const clock = createMovedClock({ clock: target, start: START, held: () => 0 });
    await clock.pass(70_000, 'for a test');

    expect(target.steps).toEqual([
      [30_000, 0],
      [30_000, 0],
      [10_000, 0],
      [0, 0],
    ]);
    expect(clock.now()).toBe(START + 70_000);
  });

  it('takes small steps while something is held, and says how much', async () => {
    const target = movable(START);
    await createMovedClock({ clock: target, start: START, held: () => 2 }).pass(12_000, 'for a test');

    expect(target.steps).toEqual([...Array.from({ length: 24 }, () => [500, 2]), [0, 2]]);
  });

  it('rings alarms in their turn, none before its time', async () => {
    const clock = createMovedClock({ clock: movable(START), start: START, held: () => 0 });
    const rung: [name: string, after: number][] = [];
    const began = clock.now();
    const cancel = clock.schedule(1000, () => rung.push(['cancelled', 0]));
    clock.schedule(29_000, () => rung.push(['second', clock.now() - began]));
    clock.schedule(2000, () => rung.push(['first', clock.now() - began]));
    cancel();
    await clock.pass(31_000, 'for a test');

    expect(rung).toEqual([
      ['first', 2000],
      ['second', 29_000],
    ]);
  });

  it('counts the real time of its pauses, which are long on a busy machine', async () => {
    let real = START;
    vi.spyOn(Date, 'now').mockImplementation(() => real);
    vi.spyOn(systemClock, 'schedule').mockImplementation((_, due) => {
      real += 3000;
      queueMicrotask(due);
      return () => {};
    });
    let moved = 0;
    const targetNow = (): number => real + moved;
    const seen: number[] = [];
    const clock = createMovedClock({
      clock: {
        advance: (ms) => {
          if (ms > 0) seen.push(clock.now() - targetNow());
          moved += ms;
          return Promise.resolve(targetNow());
        },
      },
      start: real,
      held: () => 1,
    });
    await clock.pass(7000, 'for a test');

    expect([...seen, clock.now() - targetNow()]).toEqual([0, 0, 0]);
  });

  it('has the time of events between moves, if the target has it', async () => {
    const time = new EventTime(START);
    const clock = createMovedClock({ clock: { ...movable(START), time }, start: START, held: () => 0 });
    await clock.pass(4000, 'for a test');
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-01-06T03:00:00Z'));

    expect([clock.now(), clock.mark(), clock.mark(), clock.now()]).toEqual(
      [4000, 4001, 4002, 4002].map((after) => START + after),
    );
  });

  it('may be as late as the end of the step while time is being moved', async () => {
    let latest = 0;
    const clock = createMovedClock({
      clock: {
        advance: (ms) => {
          if (ms > 0) latest = clock.latest() - clock.now();
          return Promise.resolve(START + ms);
        },
      },
      start: START,
      held: () => 0,
    });
    await clock.pass(4000, 'for a test');

    expect(latest).toBe(4000);
    expect(clock.latest()).toBe(clock.now());
  });

  it('waits for deliveries where the target does not', async () => {
    let arrived = false;
    const clock = createMovedClock({
      clock: { ...movable(START), patienceMs: 5000 },
      start: START,
      held: () => 0,
    });
    queueMicrotask(() => (arrived = true));
    await clock.settle(() => arrived);

    expect(arrived).toBe(true);
  });
});
