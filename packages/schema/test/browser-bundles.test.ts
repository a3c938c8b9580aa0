import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';

const entry = fileURLToPath(new URL('entry.ts', import.meta.url));

/** What a browser loads for a line of code: the bundle of it, from our sources. */
async function bundled(code: string): Promise<string> {
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    resolve: { conditionNames: ['@idvkit/source', 'import', 'browser', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? entry : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
  });
  try {
    return (await bundle.generate({ minify: true })).output[0].code;
  } finally {
    await bundle.close();
  }
}

/** The most that each may weigh, compressed, in bytes: about a tenth more than it does. */
const limits: readonly (readonly [name: string, code: string, maxBytes: number])[] = [
  ['verifyBearer', "export { verifyBearer } from '@idvkit/schema/bearer'", 330],
  ['three domain functions', "export { dedupeKey, isNationalId, settledEkycOutcome } from '@idvkit/schema'", 500],
  ['a tolerant guard', "export { isDelivery } from '@idvkit/schema/consumer-validators'", 7000],
  ['a strict guard', "export { isSubmitFormDelivery } from '@idvkit/schema/validators'", 14_000],
  ['a tolerant schema, with zod', "export { delivery } from '@idvkit/schema/consumer'", 33_000],
  ['all of the root, with zod', "export * from '@idvkit/schema'", 38_000],
  ['parseDelivery, with zod', "export { parseDelivery } from '@idvkit/schema/receiver'", 42_000],
  ['createClient, with zod', "export { createClient } from '@idvkit/schema/client'", 46_000],
];

describe('in a browser', () => {
  it.each(limits)('%s: %s', async (_, code, maxBytes) => {
    const bundle = await bundled(code);

    expect(bundle).not.toMatch(/\bnode:|\bprocess\./);
    expect(gzipSync(bundle).length).toBeLessThan(maxBytes);
  });
});
