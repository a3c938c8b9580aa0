/** Writes the reference documents that follow from the commands and the schemas. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';

import { commandPages } from './reference/command-pages.ts';
import { SCHEMAS_DOCUMENT, schemasDocument } from './reference/schemas-document.ts';

const root = new URL('../', import.meta.url);
rmSync(new URL('docs/commands/', root), { recursive: true, force: true });
mkdirSync(new URL('docs/commands/', root));
for (const [path, page] of Object.entries({ ...(await commandPages()), [SCHEMAS_DOCUMENT]: schemasDocument() })) {
  writeFileSync(new URL(path, root), page);
}
