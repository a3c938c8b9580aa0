/** Proves the cases that its parent sends it, one at a time, and sends back what came of each. */
import { prove, type ProofCase } from '../test/proof/proof-case.ts';

process.on('message', (proven: ProofCase) => {
  prove(proven).then(
    (proof) => process.send?.(proof),
    (error: unknown) => {
      throw error;
    },
  );
});
