import { writeFileSync } from 'node:fs';

import { CONFIGURATION_DOCUMENT, configurationDocument } from './configuration-document.ts';
import { RULES_DOCUMENT, rulesDocument } from './rules-document.ts';

const root = new URL('../../../', import.meta.url);
writeFileSync(new URL(RULES_DOCUMENT, root), rulesDocument());
writeFileSync(new URL(CONFIGURATION_DOCUMENT, root), configurationDocument());
