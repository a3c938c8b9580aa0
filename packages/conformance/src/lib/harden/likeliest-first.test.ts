import type { HardenedChange } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { likeliestFirst } from './likeliest-first.ts';

function fault(id: string, rule: HardenedChange['rule'], messages: number): HardenedChange {
  return { kind: 'fault', id, title: '', ...(rule && { rule }), tests: 'not-run', messages };
}

describe('likeliestFirst()', () => {
  it('puts variations first, then one fault of each rule by the messages that it changes', () => {
    const variation: HardenedChange = { kind: 'variation', id: 'v', title: '', tests: 'not-run', messages: 1 };
    const changes = [
      fault('a1', 'create.status.201', 2),
      fault('a2', 'create.status.201', 9),
      fault('b', 'delivery.bearer', 4),
      variation,
    ];

    expect(likeliestFirst(changes).map(({ id }) => id)).toEqual(['v', 'a2', 'b', 'a1']);
  });
});
