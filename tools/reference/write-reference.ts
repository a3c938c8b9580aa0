/** Writes the reference documents that follow from the commands and the schemas. */
import { writeFileSync } from 'node:fs';

import { CONDITIONAL_FAULTS } from '../../packages/conformance/test/independent-service/conditional-faults.ts';
import {
  CONDITIONAL_FAULTS_DOCUMENT,
  conditionalFaultsDocument,
} from '../conditional-faults/conditional-faults-document.ts';
import measurements from '../conditional-faults/measurements.json' with { type: 'json' };
import { MUTANTS_DOCUMENT, mutantsDocument } from '../mutants/mutants-document.ts';
import scores from '../mutants/scores.json' with { type: 'json' };
import { PEERS_DOCUMENT, peersDocument } from '../peers/peers-document.ts';
import results from '../peers/results.json' with { type: 'json' };
import { PROOFS_DOCUMENT, proofsDocument } from '../proofs/proofs.ts';
import proofResults from '../proofs/results.json' with { type: 'json' };
import { COMMANDS_DOCUMENT, commandPage } from './command-page.ts';
import { LLMS_TEXT, llmsText } from './llms-text.ts';

const root = new URL('../../', import.meta.url);
const documents = {
  [COMMANDS_DOCUMENT]: await commandPage(),
  [LLMS_TEXT]: llmsText(),
  [CONDITIONAL_FAULTS_DOCUMENT]: conditionalFaultsDocument(CONDITIONAL_FAULTS, measurements),
  [MUTANTS_DOCUMENT]: mutantsDocument(scores),
  [PEERS_DOCUMENT]: peersDocument(results),
  [PROOFS_DOCUMENT]: proofsDocument(proofResults),
};
for (const [path, page] of Object.entries(documents)) {
  writeFileSync(new URL(path, root), page);
}
