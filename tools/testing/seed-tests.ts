/** Set-up of every test file: all that is generated gets the seed. Properties without a number of runs have 100, of which the sample has a quarter. */
import './fixed-seed.mjs';
import { configureGlobal, readConfigureGlobal } from 'fast-check';

import { runsOf, SEED } from './sample.ts';

configureGlobal({ ...readConfigureGlobal(), seed: SEED, numRuns: runsOf(100) });
