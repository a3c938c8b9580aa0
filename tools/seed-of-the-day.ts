/**
 * Gives all properties the seed of the day, so that two runs on one day test the same values, and a failed run can be repeated. With
 * `IDVKIT_DAY=all`, as in `pnpm run prove`, each run has other values. Properties without a number of runs have 100, a part of them each day.
 */
import { configureGlobal, readConfigureGlobal } from 'fast-check';

import { runsOfTheDay } from './of-the-day.ts';

const day = process.env['IDVKIT_DAY'];
if (day !== 'all') configureGlobal({ ...readConfigureGlobal(), seed: Number(day), numRuns: runsOfTheDay(100) });
