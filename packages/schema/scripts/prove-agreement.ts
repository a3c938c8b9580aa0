/**
 * Compares what every form of the contract says of tens of thousands of values: zod, JSON Schema, OpenAPI and
 * AsyncAPI. Ends with 1 if two forms disagree.
 *
 *     pnpm --filter @idvkit/schema run prove:agreement [--runs 110] [--seed 1]
 */
import { parseArgs } from 'node:util';

import fc from 'fast-check';

import { SEED } from '../../../tools/testing/sample.ts';
import { BREAKABLE_RULE_IDS, nearValid } from '../src/generators.ts';
import { anyJson, validValues } from '../test/contract-values.ts';
import { disagreementOn } from '../test/forms.ts';
import { mutationsOf, withNastyTexts } from '../test/mutations.ts';
import { CONTRACT, STRENGTHS, type Strength } from './contract-schemas.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '110' }, seed: { type: 'string', default: String(SEED) } },
});
const sampling = { numRuns: Number(values.runs), seed: Number(values.seed) };
let compared = 0;
let disagreements = 0;

function compare(strength: Strength, name: string, value: unknown): void {
  const schema = CONTRACT[strength].get(name);
  if (schema === undefined) return;
  compared += 1;
  const differing = disagreementOn(strength, name, schema, value);
  if (Object.keys(differing).length === 0) return;
  disagreements += 1;
  process.stdout.write(`${strength} ${name}: ${JSON.stringify(differing)} of ${JSON.stringify(value)}\n`);
}

for (const strength of STRENGTHS) {
  for (const [name, valid] of validValues(strength)) {
    for (const kind of [valid, mutationsOf(valid), withNastyTexts(valid), anyJson()]) {
      for (const value of fc.sample(kind, sampling)) compare(strength, name, value);
    }
  }
  for (const rule of BREAKABLE_RULE_IDS) {
    for (const { kind, body } of fc.sample(nearValid(rule), { ...sampling, numRuns: 20 })) {
      compare(strength, `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`, body);
    }
  }
}
process.stdout.write(`${compared.toLocaleString('en')} values, ${disagreements} disagreements\n`);
process.exitCode = disagreements === 0 ? 0 : 1;
