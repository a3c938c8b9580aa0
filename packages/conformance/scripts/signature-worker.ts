/** Runs the checks against the faults of `write-fault-signatures.ts`. */
import { signatureLine } from '../src/lib/report/diagnosis/read-signatures.ts';
import { signatureOfFault } from '../test/proof/fault-signature.ts';
import { answerTasks } from './worker-pool.ts';

answerTasks(async (fault: string) => signatureLine(await signatureOfFault(fault)));
