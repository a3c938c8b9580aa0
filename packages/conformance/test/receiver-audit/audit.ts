import type { ConformanceRun } from '../../src/lib/drive/calls/conformance-run.ts';
import type { ReceiverAuditOptions } from '../../src/lib/receiver-audit/audit-options.ts';
import { auditReceiver } from '../../src/lib/receiver-audit/run-receiver-audit.ts';
import { SECRET, type TestReceiver } from './test-receiver.ts';

/** Audits a receiver of a test, without any patience. */
export function audit(receiver: TestReceiver, options: Partial<ReceiverAuditOptions> = {}): Promise<ConformanceRun> {
  return auditReceiver({
    url: receiver.url,
    probe: receiver.probe,
    secret: SECRET,
    maxBodyBytes: 1_500_000,
    seed: 7,
    timing: { retrySpacingMs: 0, probeQuietMs: 0, probePatienceMs: 50 },
    ...options,
  });
}

/** The rules that a run found broken, in the catalogue's order. */
export function brokenIn({ outcomes }: ConformanceRun): readonly string[] {
  return outcomes.flatMap(({ rule, failures }) => (failures > 0 ? [rule.id] : []));
}
