/**
 * Gives all properties the seed of the day, so that two runs on one day test the same values, and a failed run can be repeated. With
 * `IDVKIT_DAY=all`, as in `pnpm run prove`, each run has other values.
 */
import { configureGlobal, readConfigureGlobal } from 'fast-check';

const day = process.env['IDVKIT_DAY'];
if (day !== 'all') configureGlobal({ ...readConfigureGlobal(), seed: Number(day) });
