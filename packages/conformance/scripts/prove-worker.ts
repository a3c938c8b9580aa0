/** Proves the cases of `prove.ts`. */
import { proveAndDiagnose } from '../test/proof/proof-case.ts';
import { answerTasks } from './worker-pool.ts';

answerTasks(proveAndDiagnose);
