import { afterEach, describe, expect, it, vi } from 'vitest';

import { pause, systemClock } from './clock.ts';
import { createTestClock } from './test-clock.ts';

describe('createTestClock()', () => {
  it('stands still until it is advanced', async () => {
    const clock = createTestClock({ now: 1000 });
    expect(clock.now()).toBe(1000);
    await clock.advance(250);
    expect(clock.now()).toBe(1250);
  });

  it('starts at the time of the clock underneath', () => {
    const real = createTestClock({ now: 77 });
    expect(createTestClock({ real }).now()).toBe(77);
  });

  it('calls what falls due in order of due time, then of scheduling, each at its own moment', async () => {
    const clock = createTestClock({ now: 0 });
    const calls: string[] = [];
    const note = (name: string) => (): void => void calls.push(`${name}@${clock.now()}`);
    clock.schedule(30, note('c'));
    clock.schedule(10, note('a'));
    clock.schedule(30, note('d'));
    clock.schedule(20, note('b'));
    clock.schedule(31, note('late'));
    await clock.advance(30);
    expect(calls).toEqual(['a@10', 'b@20', 'c@30', 'd@30']);
    expect(clock.scheduled).toBe(1);
  });

  it('calls what is scheduled on the way, when that falls due within the advance', async () => {
    const clock = createTestClock({ now: 0 });
    const at: number[] = [];
    const chain = async (): Promise<void> => {
      for (let step = 0; step < 4; step += 1) {
        await pause(clock, 10);
        at.push(clock.now());
      }
    };
    const done = chain();
    await clock.advance(25);
    expect(at).toEqual([10, 20]);
    await clock.advance(100);
    await done;
    expect(at).toEqual([10, 20, 30, 40]);
  });

  it('does not call what was taken back', async () => {
    const clock = createTestClock({ now: 0 });
    let called = 0;
    const cancel = clock.schedule(10, () => (called += 1));
    cancel();
    cancel();
    await clock.advance(20);
    expect(called).toBe(0);
  });

  it('waits to be settled before time moves and after each call', async () => {
    const clock = createTestClock({ now: 0 });
    const log: string[] = [];
    clock.schedule(5, () => log.push('first'));
    clock.schedule(7, () => log.push('second'));
    await clock.advance(10, () => {
      log.push(`settled@${clock.now()}`);
      return Promise.resolve();
    });
    expect(log).toEqual(['settled@0', 'first', 'settled@5', 'second', 'settled@7']);
  });

  it('stays where it was when what it waits for fails', async () => {
    const clock = createTestClock({ now: 0 });
    clock.schedule(5, () => {});
    let turns = 0;
    const settled = (): Promise<void> => (++turns === 2 ? Promise.reject(new Error('stuck')) : Promise.resolve());
    await expect(clock.advance(10, settled)).rejects.toThrow('stuck');
    expect(clock.now()).toBe(5);
    await clock.advance(1);
    expect(clock.now()).toBe(6);
  });

  it('queues advances that overlap', async () => {
    const clock = createTestClock({ now: 0 });
    const seen: number[] = [];
    clock.schedule(15, () => seen.push(clock.now()));
    await Promise.all([clock.advance(10), clock.advance(10)]);
    expect([clock.now(), seen]).toEqual([20, [15]]);
  });

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses to advance by %d', async (byMs) => {
    await expect(createTestClock().advance(byMs)).rejects.toThrow(RangeError);
  });

  it('never moves back when a call that falls due sets it ahead', async () => {
    const clock = createTestClock({ now: 0 });
    clock.schedule(5, () => clock.set({ now: 500 }));
    await clock.advance(10);
    expect(clock.now()).toBe(500);
  });

  it('calls what a set forward made due with the next advance', async () => {
    const clock = createTestClock({ now: 0 });
    const seen: number[] = [];
    clock.schedule(10, () => seen.push(clock.now()));
    clock.set({ now: 500 });
    expect(seen).toEqual([]);
    await clock.advance(0);
    expect(seen).toEqual([500]);
  });

  it('keeps due times when it is set back', async () => {
    const clock = createTestClock({ now: 100 });
    const seen: number[] = [];
    clock.schedule(10, () => seen.push(clock.now()));
    clock.set({ now: 50 });
    await clock.advance(59);
    expect(seen).toEqual([]);
    await clock.advance(1);
    expect(seen).toEqual([110]);
  });
});

describe('createTestClock() in offset mode', () => {
  const flowing = (): { real: ReturnType<typeof createTestClock>; clock: ReturnType<typeof createTestClock> } => {
    const real = createTestClock({ now: 1_000_000 });
    return { real, clock: createTestClock({ now: 0, mode: 'offset', real }) };
  };

  it('flows with real time and calls what falls due by itself', async () => {
    const { real, clock } = flowing();
    const seen: number[] = [];
    clock.schedule(10, () => seen.push(clock.now()));
    await real.advance(4);
    expect([clock.now(), seen]).toEqual([4, []]);
    await real.advance(6);
    expect([clock.now(), seen]).toEqual([10, [10]]);
  });

  it('calls nothing early, though a timer of the clock underneath may be', async () => {
    const [timers, called]: [(() => void)[], number[]] = [[], []];
    let now = 0;
    const real = { now: () => now, schedule: (_: number, due: () => void) => (timers.push(due), () => {}) };
    const clock = createTestClock({ now: 0, mode: 'offset', real });
    clock.schedule(10, () => called.push(clock.now()));
    for (now of [9, 10]) timers.at(-1)?.();
    expect(called).toEqual([10]);
  });

  it('moves ahead of real time when advanced', async () => {
    const { real, clock } = flowing();
    const seen: number[] = [];
    clock.schedule(60_000, () => seen.push(clock.now()));
    clock.schedule(90_000, () => seen.push(clock.now()));
    await clock.advance(60_000);
    expect([clock.now(), seen]).toEqual([60_000, [60_000]]);
    await real.advance(30_000);
    expect([clock.now(), seen]).toEqual([90_000, [60_000, 90_000]]);
  });

  it('keeps what is scheduled when frozen, and goes on when it flows again', async () => {
    const { real, clock } = flowing();
    const seen: number[] = [];
    clock.schedule(10, () => seen.push(clock.now()));
    clock.set({ mode: 'frozen' });
    await real.advance(1000);
    expect([clock.now(), seen]).toEqual([0, []]);
    clock.set({ mode: 'offset' });
    await real.advance(10);
    expect(seen).toEqual([10]);
  });

  it('calls by itself what a set forward made due', async () => {
    const { real, clock } = flowing();
    const seen: number[] = [];
    clock.schedule(10, () => seen.push(clock.now()));
    clock.set({ now: 5000 });
    await real.advance(0);
    expect(seen).toEqual([5000]);
  });

  it('holds delays that are longer than a timer of Node can be', async () => {
    const { real, clock } = flowing();
    const seen: number[] = [];
    clock.schedule(2 ** 32, () => seen.push(clock.now()));
    await real.advance(2 ** 31);
    expect(seen).toEqual([]);
    await real.advance(2 ** 31);
    expect(seen).toEqual([2 ** 32]);
  });

  it('leaves nothing on the clock underneath while it is frozen', () => {
    const { real, clock } = flowing();
    clock.set({ mode: 'frozen' });
    clock.schedule(10, () => {});
    expect(real.scheduled).toBe(0);
  });

  it('leaves nothing on the clock underneath once closed', () => {
    const { real, clock } = flowing();
    clock.schedule(10, () => {});
    clock.close();
    expect(real.scheduled).toBe(0);
  });
});

describe('pause()', () => {
  it('ends at once when the signal aborts, and leaves nothing scheduled', async () => {
    const clock = createTestClock();
    const controller = new AbortController();
    const paused = pause(clock, 1000, controller.signal);
    controller.abort();
    await paused;
    expect(clock.scheduled).toBe(0);
  });

  it('does not begin where the signal is aborted already', async () => {
    const clock = createTestClock();
    await pause(clock, 1000, AbortSignal.abort());
    expect(clock.scheduled).toBe(0);
  });
});

describe('systemClock', () => {
  it('calls back on the machine’s time, unless taken back', () => {
    vi.useFakeTimers({ now: 1000 });
    const calls: string[] = [];
    systemClock.schedule(5, () => calls.push('taken back'))();
    systemClock.schedule(5, () => calls.push(`due at ${systemClock.now()}`));
    vi.advanceTimersByTime(4);
    expect(calls).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(calls).toEqual(['due at 1005']);
    vi.useRealTimers();
  });

  describe('beyond what a timer takes', () => {
    const monthMs = 30 * 86_400_000;

    afterEach(() => {
      vi.useRealTimers();
    });

    it('calls back when it is due, and not at once', () => {
      vi.useFakeTimers();
      let calls = 0;
      systemClock.schedule(monthMs, () => (calls += 1));
      vi.advanceTimersByTime(monthMs - 1);
      expect(calls).toBe(0);
      vi.advanceTimersByTime(1);
      expect([calls, vi.getTimerCount()]).toEqual([1, 0]);
    });

    it('is taken back late too', () => {
      vi.useFakeTimers();
      const cancel = systemClock.schedule(monthMs, () => expect.fail('It was taken back'));
      vi.advanceTimersByTime(monthMs - 1);
      cancel();
      expect(vi.getTimerCount()).toBe(0);
    });
  });
});
