/** Does what a client does whose fast-check is of version 3, and prints what it got. */
import { registerHooks } from 'node:module';

const oldest = import.meta.resolve('fast-check-3');
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'fast-check' ? oldest : specifier, context),
});
const { default: fc, __version: version } = await import('fast-check');
const { arbitraries, BREAKABLE_RULE_IDS, nearValid } = await import('@idvkit/schema/generators');
const { fixtures } = await import('@idvkit/schema/fixtures');
const { submitFormDelivery } = await import('@idvkit/schema');
const bodies = fc.sample(arbitraries.submitFormDelivery(), { seed: 1, numRuns: 30 });
console.log(
  JSON.stringify({
    version,
    bodies: bodies.length,
    refused: bodies.flatMap((body) => submitFormDelivery.safeParse(body).error?.issues ?? []),
    isRepeated: JSON.stringify(fixtures.submitForm()) === JSON.stringify(fixtures.submitForm()),
    rulesWithoutBody: BREAKABLE_RULE_IDS.filter((id) => fc.sample(nearValid(id), { seed: 1, numRuns: 1 }).length !== 1),
  }),
);
