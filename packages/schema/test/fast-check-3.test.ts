import { execFileSync } from 'node:child_process';

import { expect, it } from 'vitest';

const folder = new URL('..', import.meta.url);

/** What a client does whose fast-check is of version 3. In a process: files of tests share their modules. */
const client = `
import { registerHooks } from 'node:module';
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'fast-check' ? 'fast-check-3' : specifier, context),
});
const { default: fc } = await import('fast-check');
const { arbitraries, BREAKABLE_RULE_IDS, nearValid } = await import('@idvkit/schema/generators');
const { fixtures } = await import('@idvkit/schema/fixtures');
const { submitFormDelivery } = await import('@idvkit/schema');
const bodies = fc.sample(arbitraries.submitFormDelivery(), { seed: 1, numRuns: 30 });
console.log(JSON.stringify({
  version: fc.__version,
  bodies: bodies.length,
  refused: bodies.flatMap((body) => submitFormDelivery.safeParse(body).error?.issues ?? []),
  isRepeated: JSON.stringify(fixtures.submitForm()) === JSON.stringify(fixtures.submitForm()),
  rulesWithoutBody: BREAKABLE_RULE_IDS.filter((id) => fc.sample(nearValid(id), { seed: 1, numRuns: 1 }).length !== 1),
}));
`;

it('the oldest fast-check that the package allows generates deliveries that are as the contract says', () => {
  const flags = ['--conditions=@idvkit/source', '--input-type=module', '--eval', client];
  expect(JSON.parse(execFileSync(process.execPath, flags, { cwd: folder, encoding: 'utf8' }))).toEqual({
    version: expect.stringMatching(/^3\./),
    bodies: 30,
    refused: [],
    isRepeated: true,
    rulesWithoutBody: [],
  });
});
