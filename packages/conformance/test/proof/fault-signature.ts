import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { checkRecordings, type ConformanceRun, createReport, runConformance } from '../../src/index.ts';
import { diagnose } from '../../src/lib/report/diagnosis/diagnose.ts';
import { failureSignatures } from '../../src/lib/report/diagnosis/finding-signature.ts';
import type { FaultSignature } from '../../src/lib/report/diagnosis/read-signatures.ts';
import { DUE } from '../due.ts';
import { plainHar } from '../recorded/plain-har.ts';

/** The only rule that no run against a mock on loopback tests. */
const NEVER_TESTED = 'delivery.https';

/** Runs the checks against one fault and returns its effect. */
export async function signatureOfFault(fault: string, seed = 7): Promise<Omit<FaultSignature, 'rule'>> {
  const { rules } = createReport(await runConformance({ seed, faults: [fault], budget: DUE }));
  const idle = rules.filter(({ verdict, id }) => verdict === 'not-exercised' && id !== NEVER_TESTED);
  return { fault, fails: failureSignatures(rules), blocks: idle.map(({ id }) => id) };
}

/** Ranks of a fault among those that a diagnosis names: 1 is the likeliest, 0 is not named. */
export interface DiagnosisRanks {
  readonly run: number;
  /** Of the same traffic, as a stranger would have recorded it; absent if no rule fails there. */
  readonly recorded?: number;
}

/** Diagnoses a run against a fault, and an archive of its traffic. */
export async function diagnosisRanks(run: ConformanceRun, fault: string): Promise<DiagnosisRanks> {
  const folder = await mkdtemp(join(tmpdir(), 'idv-diagnosis-'));
  try {
    const archive = join(folder, 'traffic.har');
    await writeFile(archive, plainHar(run.observations));
    const recorded = rankOf(fault, await checkRecordings([archive], { formSlug: run.target.formSlug }));
    return { run: rankOf(fault, run) ?? 0, ...(recorded !== undefined && { recorded }) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function rankOf(fault: string, run: ConformanceRun): number | undefined {
  const { rules } = createReport(run);
  if (failureSignatures(rules).size === 0) return undefined;
  const named = diagnose(rules, new Map()).flatMap(({ fault: best, alternatives }) => [best, ...alternatives]);
  return named.indexOf(fault) + 1;
}
