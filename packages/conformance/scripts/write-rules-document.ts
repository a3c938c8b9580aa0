import { writeFileSync } from 'node:fs';

import { RULES_DOCUMENT, rulesDocument } from '../src/lib/report/rules-document.ts';
import { FAULT_MATRIX, faultMatrix } from './fault-matrix.ts';
import { ruleDetail } from './rule-detail.ts';

const root = new URL('../../../', import.meta.url);
writeFileSync(new URL(RULES_DOCUMENT, root), rulesDocument(ruleDetail));
writeFileSync(new URL(FAULT_MATRIX, root), faultMatrix());
