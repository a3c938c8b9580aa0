import type { Canary } from './canary.ts';
import { exchangeCanaries } from './exchange-canaries.ts';
import { payloadCanaries } from './payload-canaries.ts';
import { sampleCanaries } from './sample-canaries.ts';
import { sequenceCanaries } from './sequence-canaries.ts';
import { statusCanaries } from './status-canaries.ts';

/** What runs are tested with: one corruption for each rule whose breach can be made of what was observed. */
export const canaries: readonly Canary[] = [
  ...sampleCanaries,
  ...statusCanaries,
  ...payloadCanaries,
  ...exchangeCanaries,
  ...sequenceCanaries,
];
