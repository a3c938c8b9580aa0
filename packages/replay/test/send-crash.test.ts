import { describe, expect, it } from 'vitest';

import { SEED, seededRandom } from '../../../tools/testing/sample.ts';
import { crashSend } from './crash-send.ts';

describe('idvkit send, killed', () => {
  // `prove:archive` kills it 100 times.
  it('calls nothing sent that was not, and sends all in the end', async () => {
    expect(await crashSend({ kills: 1, captures: 60, random: seededRandom(SEED) })).toMatchObject({
      kills: 1,
      wronglySent: 0,
      lost: 0,
    });
  });
});
