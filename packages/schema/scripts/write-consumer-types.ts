import { writeFileSync } from 'node:fs';

import { consumerTypes } from './consumer-types.ts';

/** Writes the interfaces of the tolerant schemas, and their shapes for the reader. */
for (const [path, text] of Object.entries(consumerTypes())) {
  writeFileSync(new URL(`../src/lib/${path}`, import.meta.url), text);
}
