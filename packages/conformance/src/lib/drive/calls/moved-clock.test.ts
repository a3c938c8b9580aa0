import { describe, expect, it, vi } from 'vitest';

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

describe('createMovedClock()', () => {
  it('starts at the time of the target', () => {
    const clock = createMovedClock({ clock: movable(START), start: START, held: () => 0 });

    expect(clock.now()).toBeGreaterThanOrEqual(START);
    expect(clock.now()).toBeLessThan(START + 5000);
  });

  it('moves in steps, and settles at the end', async () => {
    const target = movable(START);
    const clock = createMovedClock({ clock: target, start: START, held: () => 0 });
    await clock.pass(70_000, 'for a test');

    expect(target.steps[0]).toEqual([30_000, 0]);
    expect(target.steps.at(-1)).toEqual([0, 0]);
    expect(clock.now()).toBeGreaterThanOrEqual(START + 70_000);
    expect(target.steps.every(([ms]) => ms <= 30_000)).toBe(true);
  });

  it('takes small steps while something is held, and says how much', async () => {
    const target = movable(START);
    await createMovedClock({ clock: target, start: START, held: () => 2 }).pass(12_000, 'for a test');

    expect(target.steps.every(([ms, held]) => ms <= 5000 && held === 2)).toBe(true);
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

    expect(rung.map(([name]) => name)).toEqual(['first', 'second']);
    expect(rung[0]?.[1]).toBeGreaterThanOrEqual(2000);
    expect(rung[0]?.[1]).toBeLessThan(3000);
    expect(rung[1]?.[1]).toBeGreaterThanOrEqual(29_000);
    expect(rung[1]?.[1]).toBeLessThan(30_000);
  });

  it('may be as late as the end of the step while time is being moved', async () => {
    // Real time flows on top, so it is stopped.
    const stopped = vi.spyOn(Date, 'now').mockReturnValue(START);
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
    stopped.mockRestore();
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
