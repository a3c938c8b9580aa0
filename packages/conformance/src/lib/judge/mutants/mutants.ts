import { exchangeMutants } from './exchange-mutants.ts';
import type { Mutant } from './mutant.ts';
import { payloadMutants } from './payload-mutants.ts';
import { sampleMutants } from './sample-mutants.ts';
import { sequenceMutants } from './sequence-mutants.ts';
import { statusMutants } from './status-mutants.ts';

/** What runs are tested with: one corruption for each rule whose breach can be made of what was observed. */
export const mutants: readonly Mutant[] = [
  ...sampleMutants,
  ...statusMutants,
  ...payloadMutants,
  ...exchangeMutants,
  ...sequenceMutants,
];
