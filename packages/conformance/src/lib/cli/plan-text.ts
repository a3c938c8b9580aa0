import { counted, wrapped } from '@idvkit/cli-kit';

import type { PlanCoverage, RunPlan } from '../drive/calls/plan-coverage.ts';
import { CALL_FACTORS } from '../drive/plan/call-space.ts';
import { DELIVERY_FACTORS } from '../drive/plan/delivery-plan.ts';
import { CALL_FACTOR_NAMES, DELIVERY_FACTOR_NAMES } from '../drive/plan/factor-names.ts';

/** Says what a run takes: `about 3,300 calls, 88 applications, less than a minute`. */
export function expectedText({ expected: { calls, applications, seconds } }: RunPlan): string {
  const minutes = Math.round(seconds / 60);
  const time = seconds < 60 ? 'less than a minute' : `about ${counted(minutes, 'minute')}`;
  return `about ${rounded(calls).toLocaleString('en')} calls, ${counted(applications, 'application')}, ${time}`;
}

/** Says what waits for a larger budget; undefined if nothing does. */
export function waitingText({ calls, deliveries, strength }: RunPlan): string | undefined {
  const parts = [
    ['calls', calls],
    ['deliveries', deliveries],
  ] as const;
  const waiting = parts.flatMap(([of, coverage]) => {
    const tuples = (coverage?.leftOut ?? [])
      .filter(({ reason }) => reason.includes('--budget'))
      .reduce((sum, each) => sum + each.tuples, 0);
    return tuples === 0 ? [] : [`${counted(tuples, TUPLE[strength])} of ${of}`];
  });
  return waiting.length === 0 ? undefined : waiting.join(', ');
}

const TUPLE = { 2: 'pair', 3: 'triple' } as const;

/** Lists the conditions of a plan, and what is left out and why. */
export function planText(plan: RunPlan, width: number): string {
  const { calls, deliveries, strength } = plan;
  const tables = [
    ...(calls === undefined
      ? []
      : table('Calls', calls, { strength, names: CALL_FACTOR_NAMES, factors: CALL_FACTORS, width })),
    ...(deliveries === undefined
      ? []
      : table('Deliveries', deliveries, {
          strength,
          names: DELIVERY_FACTOR_NAMES,
          factors: DELIVERY_FACTORS,
          width,
        })),
  ];
  return tables.join('\n');
}

function table<Name extends string>(
  title: string,
  { covered, feasible, leftOut }: PlanCoverage,
  {
    strength,
    names,
    factors,
    width,
  }: {
    readonly strength: RunPlan['strength'];
    readonly names: Readonly<Record<Name, string>>;
    readonly factors: Readonly<Record<Name, readonly string[]>>;
    readonly width: number;
  },
): readonly string[] {
  const count = `${covered.toLocaleString('en')} of ${feasible.toLocaleString('en')}`;
  // The keys of the table.
  const rows = (Object.keys(names) as Name[]).map((name) => `${names[name]}: ${factors[name].join(', ')}`);
  const reasons = leftOut.map(({ reason, tuples }) => `${tuples.toLocaleString('en')}: ${reason}`);
  return [
    '',
    `${title}: ${count} ${TUPLE[strength]}s of`,
    ...rows.flatMap((row) => indented(row, width)),
    ...(reasons.length === 0
      ? []
      : ['  Left out, and what they need:', ...reasons.flatMap((each) => indented(each, width, '    '))]),
  ];
}

function indented(text: string, width: number, indent = '  '): readonly string[] {
  return wrapped(text, width - indent.length - 2).map((line, index) => `${indent}${index === 0 ? '' : '  '}${line}`);
}

/** Rounds to two digits: an estimate. */
function rounded(count: number): number {
  return Number(count.toPrecision(2));
}
