import { describe, expect, it } from 'vitest';

import { audit, brokenIn } from './audit.ts';
import type { FaultyReceiver } from './faulty-receivers.ts';
import { startReceiver } from './test-receiver.ts';

/** Says of each faulty receiver that an audit finds its fault, and nothing else. */
export function proveFaults(title: string, faulty: readonly FaultyReceiver[]): void {
  describe(`auditReceiver(), of a receiver that ${title}`, () => {
    it.each(faulty)('finds that it $fault', async ({ finds, decisions }) => {
      await using receiver = await startReceiver(decisions);
      expect(brokenIn(await audit(receiver))).toEqual(finds);
    });
  });
}
