import type {
  BehaviourDifference,
  ComparedRun,
  Comparison,
  ConformanceReport,
  MeasuredBehaviour,
  SeenBehaviour,
} from '@idvkit/schema/formats';

/** A report and the name of the file that it comes from. */
export interface NamedReport {
  readonly name: string;
  readonly report: ConformanceReport;
}

/** Largest probability that chance explains a difference. */
const MAX_CHANCE = 0.001;
/** How much larger a number must be than all of the other side: a factor, and an amount. */
const TOLERANCE: Readonly<Record<MeasuredBehaviour['unit'], readonly [factor: number, amount: number]>> = {
  ms: [1.5, 1000],
  bytes: [1.2, 0],
  count: [1, 0],
};

/** Compares two reports by their conditions. Each has its `behaviour`. */
export function compareReports(a: NamedReport, b: NamedReport, tool: Comparison['tool']): Comparison {
  const [of, other] = [conditionsOf(a), conditionsOf(b)];
  const both = [...of.keys()].filter((id) => other.has(id));
  const missing = (from: typeof of, to: typeof of): string[] => [...from.keys()].filter((id) => !to.has(id));
  return {
    format: 'idvkit.comparison',
    version: 1,
    tool: { ...tool },
    a: runOf(a),
    b: runOf(b),
    compared: both.length,
    onlyA: missing(of, other),
    onlyB: missing(other, of),
    differences: [
      ...ruleDifferences(a.report, b.report),
      ...both.flatMap((id) => {
        const [one, two] = [of.get(id), other.get(id)];
        if (one === undefined || two === undefined) return [];
        if ('unit' in one) return 'unit' in two ? measuredDifferences(one, two) : [];
        return 'unit' in two ? [] : seenDifferences(one, two);
      }),
    ],
  };
}

function conditionsOf({ report }: NamedReport): ReadonlyMap<string, SeenBehaviour | MeasuredBehaviour> {
  const { seen = [], measured = [] } = report.behaviour ?? {};
  return new Map([...seen, ...measured].map((each) => [`${each.about}: ${each.condition}`, each]));
}

function runOf({ name, report }: NamedReport): ComparedRun {
  const { target, startedAt, seed, complete } = report;
  return { name, target, startedAt, seed, complete };
}

/** Lists rules whose verdict differs. A rule that one run did not test says nothing. */
function ruleDifferences(a: ConformanceReport, b: ConformanceReport): readonly BehaviourDifference[] {
  const others = new Map(b.rules.map(({ id, verdict }) => [id, verdict]));
  return a.rules.flatMap(({ id, verdict }) => {
    const other = others.get(id);
    if (other === undefined || other === verdict || [verdict, other].includes('not-exercised')) return [];
    return [{ kind: 'rule', rule: id, a: verdict, b: other }];
  });
}

function seenDifferences(a: SeenBehaviour, b: SeenBehaviour): readonly BehaviourDifference[] {
  const { about, condition } = a;
  return [...new Set([...Object.keys(a.values), ...Object.keys(b.values)])].flatMap((value) => {
    const one = { count: a.values[value] ?? 0, of: a.of };
    const two = { count: b.values[value] ?? 0, of: b.of };
    return differs(one, two, about === 'status') ? [{ kind: 'seen', about, condition, value, a: one, b: two }] : [];
  });
}

interface Share {
  readonly count: number;
  readonly of: number;
}

/** Checks if one side always or never has a value, and the other side makes that improbable. */
function differs(a: Share, b: Share, isFixed: boolean): boolean {
  // One call shows the status of a condition: nothing else decides it.
  if (isFixed) return isOpposite(a, b);
  return chanceOf(a, b) < MAX_CHANCE || chanceOf(b, a) < MAX_CHANCE;
}

function isOpposite(a: Share, b: Share): boolean {
  return (a.count === 0 && b.count === b.of) || (b.count === 0 && a.count === a.of);
}

/** Returns the probability that `pure` always or never has a value, if its share is that of `other`. */
function chanceOf(pure: Share, other: Share): number {
  if (pure.count !== 0 && pure.count !== pure.of) return 1;
  const same = pure.count === 0 ? other.of - other.count : other.count;
  return ((same + 1) / (other.of + 2)) ** pure.of;
}

function measuredDifferences(a: MeasuredBehaviour, b: MeasuredBehaviour): readonly BehaviourDifference[] {
  const { about, condition, unit } = a;
  const [factor, amount] = TOLERANCE[unit];
  const isAbove = (low: MeasuredBehaviour, high: MeasuredBehaviour): boolean =>
    high.min > low.max * factor && high.min - low.max > amount;
  if (!isAbove(a, b) && !isAbove(b, a)) return [];
  const rangeOf = ({ min, max }: MeasuredBehaviour) => ({ min, max });
  return [{ kind: 'measured', about, condition, unit, a: rangeOf(a), b: rangeOf(b) }];
}
