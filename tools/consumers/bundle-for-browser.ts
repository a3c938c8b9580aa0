/** Bundles parts of the schema package for a browser, runs each where nothing but a browser's globals is, and prints their sizes. */
import { ok, strictEqual } from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';

import { rolldown } from 'rolldown';

/** Code of a page, the name under which it leaves its result, and what that must be. */
const pages: Record<string, readonly [code: string, result: unknown]> = {
  verifyBearer: [`import { verifyBearer } from '@idvkit/schema/receiver'; done(verifyBearer('Bearer a', 'a'))`, true],
  '@idvkit/schema/receiver': [
    `import { parseDelivery } from '@idvkit/schema/receiver';
     done(parseDelivery('{"event":{"type":"drop_off"},"application":{"slug":"k3v9","status":"incomplete"}}').application?.slug)`,
    'k3v9',
  ],
  '@idvkit/schema/client': [
    `import { createClient } from '@idvkit/schema/client';
     done(typeof createClient({ baseUrl: 'https://idv.example.com', token: 't' }).result)`,
    'function',
  ],
  '@idvkit/schema, all of it': [
    `import * as schema from '@idvkit/schema';
     done(Object.keys(schema).includes('submitFormDelivery') && schema.isNationalId('1234567890121'))`,
    true,
  ],
};

for (const [name, [code, result]] of Object.entries(pages)) {
  const bundle = await rolldown({
    input: 'page.js',
    platform: 'browser',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page.js' ? `${import.meta.dirname}/page.js` : undefined),
        load: (id) => (id.endsWith('/page.js') ? code : undefined),
      },
    ],
  });
  const [{ code: script }] = (await bundle.generate({ format: 'iife', minify: true })).output;
  await bundle.close();

  let left: unknown;
  const done = (value: unknown): unknown => (left = value);
  runInNewContext(script, {
    done,
    AbortController,
    AbortSignal,
    fetch,
    Headers,
    Request,
    Response,
    TextDecoder,
    TextEncoder,
    URL,
  });
  strictEqual(left, result, name);
  ok(!script.includes('node:'), name);
  console.log(`${name}: ${script.length} B, ${gzipSync(script).length} B compressed`);
}
