/**
 * Set-up of every test file: all that is generated gets the seed. Properties without a number of runs have 100, of which the sample has a
 * quarter. Commands and runs that get no seed draw one with `randomInt`, which is not random here.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

import { configureGlobal, readConfigureGlobal } from 'fast-check';

import { runsOf, SEED } from './sample.ts';

configureGlobal({ ...readConfigureGlobal(), seed: SEED, numRuns: runsOf(100) });

function seededInt(first: number, last?: number): number {
  const [min, max] = last === undefined ? [0, first] : [first, last];
  return min + (SEED % (max - min));
}
// No test calls the form with a callback.
crypto.randomInt = seededInt as typeof crypto.randomInt;
syncBuiltinESMExports();
