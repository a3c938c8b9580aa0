import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';
import { rolldown } from 'rolldown';
import { describe, expect, it } from 'vitest';

const entry = fileURLToPath(new URL('entry.ts', import.meta.url));
const conditions = ['@idvkit/source', 'import', 'browser', 'default'];

/** Ways to bundle a line of code for a browser, from our sources. They shake different things. */
const bundlers: Readonly<Record<string, (code: string) => Promise<string>>> = {
  esbuild: async (code) => {
    const { outputFiles } = await build({
      stdin: { contents: code, resolveDir: import.meta.dirname },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      conditions,
      logLevel: 'silent',
    });
    return outputFiles.map(({ text }) => text).join('');
  },
  rolldown: async (code) => {
    const bundle = await rolldown({
      input: entry,
      platform: 'browser',
      resolve: { conditionNames: conditions },
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
  },
};

/** The most that each may weigh, compressed, in bytes. */
const limits: readonly (readonly [name: string, code: string, maxBytes: number])[] = [
  ['verifyBearer', "export { verifyBearer } from '@idvkit/schema/receiver'", 400],
  ['constants', "export { AML_LISTS, KNOWN_EVENT_TYPES, PLATFORM_LOCALES, DETAIL_401 } from '@idvkit/schema'", 1000],
  ['three domain functions', "export { dedupeKey, isNationalId, settledEkycOutcome } from '@idvkit/schema'", 600],
  ['isSubmission', "export { isSubmission } from '@idvkit/schema/consumer'", 200],
  ['parseDelivery', "export { parseDelivery } from '@idvkit/schema/receiver'", 7000],
  ['createWebhookHandler', "export { createWebhookHandler } from '@idvkit/schema/receiver'", 8000],
  ['createClient', "export { createClient } from '@idvkit/schema/client'", 9000],
  ['privacyOf', "export { privacyOf } from '@idvkit/schema/privacy'", 5500],
  ['checkPayload', "export { checkPayload } from '@idvkit/schema/rules'", 21_500],
  ['a tolerant schema, with zod', "export { delivery } from '@idvkit/schema/consumer'", 36_000],
  ['all of the root, with zod', "export * from '@idvkit/schema'", 45_000],
];

describe.each(Object.entries(bundlers))('in a browser, by way of %s', (_, bundled) => {
  it.each(limits)('%s: %s', async (_name, code, maxBytes) => {
    const bundle = await bundled(code);

    expect(bundle).not.toMatch(/\bnode:|\bprocess\./);
    expect(gzipSync(bundle).length).toBeLessThan(maxBytes);
  });
});
