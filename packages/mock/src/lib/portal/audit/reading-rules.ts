import type { LoggedCall } from '../../service/call-log.ts';
import { applicationOf } from '../../state/workspace.ts';
import { waitMs, type ClientFinding, type ClientHistory, type ClientRule } from './client-rule.ts';

/** So many reads, each within so long of the one before, show no one any progress. */
const TIGHT_READS = 20;
const TIGHT_MS = 1000;

/** Results of submissions that no webhook was told of: they were read in its place. */
function readInPlaceOfWebhook(
  reads: readonly LoggedCall[],
  { deliveries, workspace }: ClientHistory,
): readonly ClientFinding[] {
  const delivered = new Set(deliveries.filter(({ type }) => type === 'submit_form').map(({ slug }) => slug));
  return [...Map.groupBy(reads, ({ slug }) => slug)].flatMap(([slug, own]) => {
    const submittedAt = applicationOf(workspace, slug)?.submittedAt;
    if (submittedAt === undefined || submittedAt === null || delivered.has(slug)) return [];
    const late = own.filter(({ at }) => at >= submittedAt);
    const message = 'Reads the result of a submission that no webhook was told of';
    return late.length === 0 ? [] : [{ message, calls: late.map(({ id }) => id), slug }];
  });
}

function tightLoops(reads: readonly LoggedCall[]): readonly ClientFinding[] {
  return [...Map.groupBy(reads, ({ slug }) => slug)].flatMap(([slug, own]) => {
    let loop: LoggedCall[] = [];
    for (const call of own) {
      const last = loop.at(-1);
      if (last !== undefined && waitMs(last, call) >= TIGHT_MS) loop = [];
      loop.push(call);
      if (loop.length < TIGHT_READS) continue;
      const message = `Reads a result ${TIGHT_READS} times with less than a second in between`;
      return [{ message, calls: loop.map(({ id }) => id), slug }];
    }
    return [];
  });
}

/** Rules about what results are read for. @see Specification, "What the service does" */
export const readingRules: readonly ClientRule[] = [
  {
    id: 'client.polling.for-recovery',
    judge: (history) => {
      const reads = history.calls.filter(({ condition }) => condition === 'result');
      return { judged: reads.length, findings: [...readInPlaceOfWebhook(reads, history), ...tightLoops(reads)] };
    },
  },
  {
    id: 'client.create.per-applicant',
    judge: ({ visits }) => ({
      judged: visits.size,
      findings: [...visits].flatMap(([slug, browsers]) =>
        browsers.size < 2
          ? []
          : [{ message: 'Has a form opened by two people, in different browsers', calls: [], slug }],
      ),
    }),
  },
];
