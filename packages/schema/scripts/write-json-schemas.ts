import { mkdirSync, writeFileSync } from 'node:fs';

import { jsonSchemas } from './json-schemas.ts';

const folder = new URL('../json-schema/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, schema] of Object.entries(jsonSchemas())) {
  writeFileSync(new URL(name, folder), `${JSON.stringify(schema, null, 2)}\n`);
}
