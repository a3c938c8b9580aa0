import { mkdirSync, writeFileSync } from 'node:fs';

import { compiledFiles } from './compiled-validators.ts';

/** Writes the validators of the contract to `compiled/`. */
const folder = new URL('../compiled/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(await compiledFiles())) writeFileSync(new URL(name, folder), text);
