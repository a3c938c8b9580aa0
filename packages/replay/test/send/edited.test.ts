import { describe, expect, it } from 'vitest';

import { useSendingRuns } from './sending-runs.ts';

const runs = useSendingRuns();

describe('sendRun(), edited', () => {
  it('sets values where they stand, adds those that are not there, and refuses those without a place', async () => {
    await runs.sample.keep(['{"a":{"b": [1,2], "b":3},"c":{}}', '[]']);
    const changes: unknown[] = [];
    const planned = runs.plan({
      captures: [1, 2],
      set: [
        { pointer: '/a/b', text: '"x"' },
        { pointer: '/c/d~1e', text: '1' },
        { pointer: '/c/f', text: '2' },
      ],
    });
    const { outcomes } = await runs.send(planned, {
      onEvent: (event) => void (event.kind === 'edited' && changes.push(...event.changes)),
    });
    expect(runs.bodies()).toEqual(['{"a":{"b": "x", "b":"x"},"c":{"d/e":1,"f":2}}']);
    expect(changes).toHaveLength(4);
    expect(outcomes[1]).toMatchObject({
      result: 'not-sent',
      why: 'there is no place for /a/b, /c/d~1e, /c/f: its container is missing',
    });
  });
});
