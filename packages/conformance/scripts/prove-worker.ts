/** Proves the cases that its parent sends it, one at a time, and sends back what came of each. */
import { proveAndDiagnose, type ProofCase } from '../test/proof/proof-case.ts';

process.on('message', (proven: ProofCase) => {
  proveAndDiagnose(proven).then(
    (proof) => process.send?.(proof),
    (error: unknown) => {
      throw error;
    },
  );
});
