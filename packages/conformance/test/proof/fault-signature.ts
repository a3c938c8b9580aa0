import { createReport, runConformance } from '../../src/index.ts';
import { failureSignatures } from '../../src/lib/report/diagnosis/finding-signature.ts';
import type { FaultSignature } from '../../src/lib/report/diagnosis/read-signatures.ts';

/** The only rule that no run against a mock on loopback tests. */
const NEVER_TESTED = 'delivery.https';

/** Runs the checks against one fault and returns its effect. */
export async function signatureOfFault(fault: string, seed = 7): Promise<Omit<FaultSignature, 'rule'>> {
  const { rules } = createReport(await runConformance({ seed, faults: [fault] }));
  const idle = rules.filter(({ verdict, id }) => verdict === 'not-exercised' && id !== NEVER_TESTED);
  return { fault, fails: failureSignatures(rules), blocks: idle.map(({ id }) => id) };
}
