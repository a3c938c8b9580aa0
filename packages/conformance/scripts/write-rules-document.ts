import { writeFileSync } from 'node:fs';

import { RULES_DOCUMENT, rulesDocument } from '../src/lib/report/rules-document.ts';

writeFileSync(new URL(`../../../${RULES_DOCUMENT}`, import.meta.url), rulesDocument());
