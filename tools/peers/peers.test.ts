import { allFaults } from '@idvkit/mock';
import { describe, expect, it } from 'vitest';

import { peers } from './peers.ts';
import results from './results.json' with { type: 'json' };
import { checkedBy } from './results.ts';

const marks: Readonly<Record<string, string>> = results.faults;

describe('the table of other validators', () => {
  it('has every fault: run `pnpm run peers --missing`', () => {
    expect(Object.keys(marks)).toEqual(allFaults.map(({ id }) => id));
  });

  it('names the versions and settings that check: run `pnpm run peers`', () => {
    expect(results.peers).toEqual(peers.map(checkedBy));
  });
});
