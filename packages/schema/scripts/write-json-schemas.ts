import { mkdirSync, rmSync, writeFileSync } from 'node:fs';

import { jsonSchemas } from './json-schemas.ts';

const folder = new URL('../json-schema/', import.meta.url);
rmSync(folder, { recursive: true, force: true });
for (const [path, schema] of Object.entries(jsonSchemas())) {
  const file = new URL(path, folder);
  mkdirSync(new URL('.', file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
}
