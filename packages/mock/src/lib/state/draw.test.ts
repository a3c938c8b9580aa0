import { describe, expect, it } from 'vitest';

import { Draw } from './draw.ts';

describe('Draw', () => {
  it('draws the same from the same seed, and goes on from its counters', () => {
    const one = new Draw(7);
    const drawn = [one.slug(), one.nounce(), one.secret('x-'), one.number('application')];
    const again = new Draw(7);

    expect([again.slug(), again.nounce(), again.secret('x-'), again.number('application')]).toEqual(drawn);
    expect(new Draw(7, one.counters).slug()).toBe(again.slug());
    expect(new Draw(8).slug()).not.toBe(drawn[0]);
  });

  it('draws nounces that are UUIDs, slugs that a path takes as they are, and none twice', () => {
    const draw = new Draw(1);
    const nounces = Array.from({ length: 2_000 }, () => draw.nounce());
    const slugs = Array.from({ length: 2_000 }, () => draw.slug());

    for (const nounce of nounces)
      expect(nounce).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]{26}$/);
    expect(new Set([...nounces, ...slugs]).size).toBe(4_000);
  });
});
