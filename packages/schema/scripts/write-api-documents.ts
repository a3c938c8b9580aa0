import { mkdirSync, writeFileSync } from 'node:fs';

import { asyncApi } from './asyncapi.ts';
import { openApi } from './openapi.ts';

const documents = {
  'openapi/openapi.json': openApi(),
  'asyncapi/asyncapi.json': asyncApi(),
};

for (const [path, document] of Object.entries(documents)) {
  const file = new URL(`../${path}`, import.meta.url);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
}
