/**
 * Reads 20,000 deliveries that the specification permits, and prints how many were refused, and how many results a tolerant form refuses.
 *
 *     pnpm --filter @idvkit/schema run prove:reading [deliveries] [seed]
 */
import { safeParseDelivery } from '@idvkit/schema/receiver';
import fc from 'fast-check';

import { SEED } from '../../../tools/testing/sample.ts';
import { refusalsOf } from '../test/forms.ts';
import { permittedDeliveries } from '../test/permitted-deliveries.ts';

const [count = 20_000, seed = SEED] = process.argv.slice(2).map(Number);
const seen = new Map<string, number>();
let refused = 0;
let mistyped = 0;

for (const { body, differences } of fc.sample(permittedDeliveries, { numRuns: count, seed })) {
  for (const difference of new Set(differences)) seen.set(difference, (seen.get(difference) ?? 0) + 1);
  const { data } = safeParseDelivery(JSON.stringify(body));
  if (data === undefined) refused += 1;
  else if (refusalsOf(data).length > 0) mistyped += 1;
}

for (const [difference, times] of seen) console.log(`${String(times).padStart(7)} with ${difference}`);
console.log(`${count} deliveries, seed ${seed}: ${refused} refused, ${mistyped} read with a wrong type`);
process.exitCode = refused + mistyped === 0 ? 0 : 1;
