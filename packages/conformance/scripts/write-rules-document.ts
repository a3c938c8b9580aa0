import { mkdirSync, rmSync, writeFileSync } from 'node:fs';

import { CONFIGURATION_DOCUMENT, configurationDocument } from './configuration-document.ts';
import { FAULT_MATRIX, faultMatrix } from './fault-matrix.ts';
import { rulesDocuments } from './rules-document.ts';
import { SPECIFICATION_PAGE, specificationPage } from './specification-page.ts';

const root = new URL('../../../', import.meta.url);
rmSync(new URL('docs/rules/', root), { recursive: true, force: true });
mkdirSync(new URL('docs/rules/', root));
const documents = {
  ...rulesDocuments(),
  [FAULT_MATRIX]: faultMatrix(),
  [SPECIFICATION_PAGE]: specificationPage(),
  [CONFIGURATION_DOCUMENT]: configurationDocument(),
};
for (const [path, text] of Object.entries(documents)) writeFileSync(new URL(path, root), text);
