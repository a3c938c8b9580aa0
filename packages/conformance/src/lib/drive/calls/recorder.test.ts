import { describe, expect, it } from 'vitest';

import type { Observation } from '../../observe/observation.ts';
import { Recorder } from './recorder.ts';

const watch = { at: 1, until: 2, slug: 's', receivers: ['a'] };
const action = { at: 1, action: 'submit', slug: 's' } as const;

describe('Recorder', () => {
  it('keeps the order in which things began, not that in which they ended', () => {
    const recorder = new Recorder();
    const slow = recorder.begin('action');
    recorder.note('watch', watch);
    slow.record(action);

    expect(recorder.observations.map(({ id }) => id)).toEqual(['a1', 'w1']);
  });

  it('leaves out what began and never ended', () => {
    const recorder = new Recorder();
    recorder.begin('exchange');
    recorder.note('action', action);

    expect(recorder.observations).toEqual([{ kind: 'action', id: 'a1', ...action }]);
  });

  it('replaces what was recorded in the same place', () => {
    const recorder = new Recorder();
    const slot = recorder.begin('watch');
    slot.record(watch);
    slot.record({ ...watch, until: 9 });

    expect(recorder.observations).toEqual([{ kind: 'watch', id: 'w1', ...watch, until: 9 }]);
  });

  it('keeps bodies up to a limit, and counts what is beyond', () => {
    const recorder = new Recorder({ bodyBytes: 4 });

    expect(recorder.keep(new TextEncoder().encode('[1,2]'))).toMatchObject({
      size: 5,
      truncated: true,
      json: undefined,
    });
    expect(recorder.keep(new TextEncoder().encode('[12]'))).toMatchObject({ size: 4, truncated: false, json: [12] });
  });

  it('keeps all bodies together up to a limit', () => {
    const recorder = new Recorder({ bodyBytes: 4, totalBytes: 6 });
    const kept = [1, 2, 3].map(() => recorder.keep(new Uint8Array(4)).bytes.byteLength);

    expect(kept).toEqual([4, 2, 0]);
    expect(recorder.bodyBytes).toBe(0);
  });

  it('keeps equal bodies once, until the last of their observations is forgotten', () => {
    const recorder = new Recorder({ totalBytes: 10_000 });
    const keep = (): ReturnType<Recorder['keep']> => recorder.keep(new Uint8Array(6_000));
    const delivery = (): Observation =>
      recorder.begin('delivery').record({
        at: 1,
        receiver: 'a',
        bearer: 'match',
        request: { method: 'POST', url: '/', headers: [], body: keep() },
        answer: { kind: 'none' },
      });
    const all = [delivery(), delivery()];

    expect([recorder.bodyBytes, recorder.isNearlyFull]).toEqual([4_000, false]);
    recorder.forget(all.slice(0, 1));
    expect(recorder.bodyBytes).toBe(4_000);
    recorder.forget(all);
    expect(recorder.bodyBytes).toBe(10_000);
    recorder.keep(new Uint8Array(9_000));
    expect(recorder.isNearlyFull).toBe(true);
  });
});
