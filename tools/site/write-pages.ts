/** Writes the pages of the site that are built from sources, where git ignores them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';

import { FAULT_MATRIX, faultMatrix } from '../../packages/conformance/scripts/fault-matrix.ts';
import { rulesPages } from '../../packages/conformance/scripts/rules-document.ts';
import { SPECIFICATION_PAGE, specificationPage } from '../../packages/conformance/scripts/specification-page.ts';
import { SCHEMAS_DOCUMENT, schemasDocument } from '../reference/schemas-document.ts';

const root = new URL('../../', import.meta.url);
rmSync(new URL('docs/rules/', root), { recursive: true, force: true });
mkdirSync(new URL('docs/rules/', root));
const pages = {
  ...rulesPages(),
  [FAULT_MATRIX]: faultMatrix(),
  [SCHEMAS_DOCUMENT]: schemasDocument(),
  [SPECIFICATION_PAGE]: specificationPage(),
};
for (const [path, text] of Object.entries(pages)) writeFileSync(new URL(path, root), text);
