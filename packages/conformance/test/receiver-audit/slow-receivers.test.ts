import { createTestClock, type Clock } from '@idvkit/delivery';
import { describe, expect, it } from 'vitest';

import { audit, brokenIn } from './audit.ts';
import { startReceiver } from './test-receiver.ts';

/** A clock that flows, and moves on by more than a receiver has when it is told to. */
interface Impatience {
  readonly clock: Clock;
  readonly tooLong: () => Promise<void>;
  /** Lets time run out, and no answer come. */
  readonly hang: () => true;
}

function impatience(): Impatience {
  const clock = createTestClock({ mode: 'offset' });
  const tooLong = (): Promise<void> => clock.advance(31_000);
  return {
    clock,
    tooLong,
    hang: () => {
      void tooLong();
      return true;
    },
  };
}

describe('auditReceiver(), of a slow receiver', () => {
  it('finds one that takes more than 30 s for large bodies', async () => {
    const { clock, tooLong } = impatience();
    await using receiver = await startReceiver({
      arrived: (bytes) => (bytes > 1_000_000 ? tooLong() : Promise.resolve()),
    });
    const run = await audit(receiver, { clock });
    expect(brokenIn(run)).toEqual(['receiver.within-30s']);
    expect(run.complete).toBe(true);
  });

  it('gives up on one that never answers, after one delivery', async () => {
    const { clock, hang } = impatience();
    await using receiver = await startReceiver({ instead: hang });
    const run = await audit(receiver, { clock });
    expect(brokenIn(run)).toEqual(['receiver.within-30s']);
    expect(receiver.deliveries).toBe(1);
    expect(run.stopped).toBe('The receiver does not answer: no answer within 30 s. Nothing else can be checked.');
  });

  it('gives up on one that sends its answer byte by byte', async () => {
    const { clock, tooLong } = impatience();
    await using receiver = await startReceiver({
      instead: (_, response) => {
        response.socket?.write('HTTP/1.1 2', () => void tooLong());
        return true;
      },
    });
    expect(brokenIn(await audit(receiver, { clock }))).toEqual(['receiver.within-30s']);
    expect(receiver.deliveries).toBe(1);
  });

  it('gives up on one that hangs from some delivery on', async () => {
    const { clock, hang } = impatience();
    await using receiver = await startReceiver({ instead: (_, __, number) => number > 42 && hang() });
    const run = await audit(receiver, { clock });
    expect(brokenIn(run)).toEqual(['receiver.within-30s', 'receiver.survives']);
    expect(receiver.deliveries).toBe(45);
    expect(run.stopped).toBe('The receiver no longer answers plain deliveries.');
  });

  it('gives up on one that goes away, and blames what it went away on', async () => {
    await using receiver = await startReceiver({
      instead: ({ socket }, _, number) => number > 42 && socket.destroy().destroyed,
    });
    expect(brokenIn(await audit(receiver))).toEqual(['receiver.unknown-type.ignored', 'receiver.survives']);
    expect(receiver.deliveries).toBe(45);
  });

  it('does not wait for the end of an answer', async () => {
    await using receiver = await startReceiver({ openEnded: true });
    const run = await audit(receiver);
    expect([brokenIn(run), run.complete]).toEqual([[], true]);
  });
});
