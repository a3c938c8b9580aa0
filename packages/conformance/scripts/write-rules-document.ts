import { writeFileSync } from 'node:fs';

import { FAULT_MATRIX, faultMatrix } from './fault-matrix.ts';
import { ruleDetail } from './rule-detail.ts';
import { RULES_DOCUMENT, rulesDocument } from './rules-document.ts';
import { SPECIFICATION_PAGE, specificationPage } from './specification-page.ts';

const root = new URL('../../../', import.meta.url);
writeFileSync(new URL(RULES_DOCUMENT, root), rulesDocument(ruleDetail));
writeFileSync(new URL(FAULT_MATRIX, root), faultMatrix());
writeFileSync(new URL(SPECIFICATION_PAGE, root), specificationPage());
