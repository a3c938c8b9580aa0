import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import type { SubmitFormDelivery } from '@idvkit/schema';
import type { Delivery } from '@idvkit/schema/consumer';
import { isDelivery as isReadableDelivery } from '@idvkit/schema/consumer-validators';
import { generateSubmission } from '@idvkit/schema/generators';
import { isSubmitFormDelivery } from '@idvkit/schema/validators';
import { describe, expect, expectTypeOf, it } from 'vitest';

import { compiledFiles } from '../scripts/compiled-validators.ts';

const folder = new URL('../compiled/', import.meta.url);
const run = promisify(execFile);

describe('compiled/', () => {
  it('holds what the zod schemas say: run `pnpm --filter @idvkit/schema run compiled-validators` after a change', async () => {
    const committed = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]);
    const isCurrent = JSON.stringify(Object.fromEntries(committed)) === JSON.stringify(sorted(await compiledFiles()));

    // The files are too long to be shown.
    expect(isCurrent).toBe(true);
  });

  it.each(['strict.js', 'consumer.js'])('%s needs no other module', (name) => {
    const code = readFileSync(new URL(name, folder), 'utf8');

    expect(code.match(/\bimport\b\s*[({*"'\w]/g)).toBeNull();
  });

  it('runs where code must not be made from strings', async () => {
    const program =
      `const { isDelivery } = await import(${JSON.stringify(fileURLToPath(new URL('consumer.js', folder)))});` +
      `let evals = false; try { new Function('') } catch { evals = true }` +
      `console.log(evals, isDelivery({ event: { type: 'x' }, application: { slug: 's', status: 'complete' } }), isDelivery({}));`;
    const args = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', program];

    expect((await run(process.execPath, args)).stdout).toBe('true true false\n');
  });
});

function sorted(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)));
}

describe('guards', () => {
  const value: unknown = generateSubmission({ seed: 7 });

  it('narrow to the type of their schema', () => {
    expect(isSubmitFormDelivery(value)).toBe(true);
    if (isSubmitFormDelivery(value)) expectTypeOf(value).toEqualTypeOf<SubmitFormDelivery>();
    if (isReadableDelivery(value)) expectTypeOf(value).toEqualTypeOf<Delivery>();
  });

  it('can be handed to filter', () => {
    const found = [value, null, 3, { event: {} }].filter(isSubmitFormDelivery);

    expect(found).toEqual([value]);
    expectTypeOf(found).toEqualTypeOf<SubmitFormDelivery[]>();
  });
});
