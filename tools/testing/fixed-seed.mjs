/**
 * Commands and runs that get no seed draw one with `randomInt`: here it always gives the seed of the tests. Test files import this
 * module, and processes that they start get it by `NODE_OPTIONS`.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

const seed = Number(process.env['IDVKIT_SEED'] ?? 1);

// Nothing here calls the form with a callback.
crypto.randomInt = (first, last) => {
  const [min, max] = last === undefined ? [0, first] : [first, last];
  return min + (seed % (max - min));
};
syncBuiltinESMExports();
