import { describe, expect, it } from 'vitest';

import { crashSend } from './crash-send.ts';

describe('idv-replay send, killed', () => {
  // `node scripts/crash-send.ts` kills it 500 times.
  it('calls nothing sent that was not, and sends all in the end', { timeout: 300_000 }, async () => {
    let state = 7;
    const random = (): number => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    expect(await crashSend({ kills: 8, captures: 60, random })).toMatchObject({
      kills: 8,
      wronglySent: 0,
      lost: 0,
      exitCode: 0,
    });
  });
});
