import { ENDPOINTS } from '@idvkit/schema';
import { condition } from '@idvkit/schema/formats';

import { isServiceEndpoint, SERVICE_ENDPOINTS, type Condition, type ServiceEndpoint } from './condition.ts';
import { exchangesOf, type Observation } from './observation.ts';

/** One known value for each of what decides a response. */
export interface Combination {
  readonly endpoint: ServiceEndpoint;
  readonly credential: Exclude<Condition['credential'], 'unknown'>;
  readonly application: Exclude<Condition['application'], 'unknown'>;
  readonly flow: Exclude<Condition['flow'], 'unknown'>;
  readonly locale: Exclude<Condition['locale'], 'unknown' | 'none'>;
  readonly body: Exclude<Condition['body'], 'unknown'>;
  readonly credit: Exclude<Condition['credit'], 'unknown'>;
}

const { credential, application, flow, locale, body, credit } = condition.shape;

const FACTORS: { readonly [Name in keyof Combination]: readonly Combination[Name][] } = {
  endpoint: SERVICE_ENDPOINTS,
  credential: credential.exclude(['unknown']).options,
  application: application.exclude(['unknown']).options,
  flow: flow.exclude(['unknown']).options,
  locale: locale.exclude(['unknown', 'none']).options,
  body: body.exclude(['unknown']).options,
  credit: credit.exclude(['unknown']).options,
};

/** Reasons why no call has some combinations, by the last factor that decides it. @see Specification, "Endpoints" */
const INFEASIBLE: {
  readonly [Name in keyof Combination]?: readonly [reason: string, has: (combination: Combination) => boolean];
} = {
  application: [
    'Only create names no application.',
    ({ endpoint, application }) => (endpoint === 'create') !== (application === 'none'),
  ],
  flow: [
    'An application belongs to a form that exists.',
    ({ application, flow }) => flow === 'unknown-form' && application !== 'none' && application !== 'unknown-slug',
  ],
  body: [
    'Only create and submit take a body.',
    ({ endpoint, body }) => body !== 'absent' && endpoint !== 'create' && endpoint !== 'submit',
  ],
  credit: [
    'Only create depends on the credit.',
    ({ endpoint, credit }) => credit === 'too-little' && endpoint !== 'create',
  ],
};

function listFeasible(): readonly Combination[] {
  // A reason reads only the factors that are set before it applies, and at the end every factor is set.
  let partial = [{}] as Combination[];
  for (const [name, values] of Object.entries(FACTORS)) {
    const [, has] = INFEASIBLE[name as keyof Combination] ?? []; // `Object.entries` forgets the keys.
    partial = partial
      .flatMap((before) => values.map((value) => ({ ...before, [name]: value })))
      .filter((combination) => has?.(combination) !== true);
  }
  return partial;
}

let combinations: readonly Combination[] | undefined;
let pairs: ReadonlySet<string> | undefined;

/** Combinations that a call can have. */
export function feasibleCombinations(): readonly Combination[] {
  return (combinations ??= listFeasible());
}

function feasiblePairs(): ReadonlySet<string> {
  return (pairs ??= new Set(feasibleCombinations().flatMap(pairsIn)));
}

/** Names the pairs of a combination: `credential=absent × body=empty`. */
export function pairsIn(combination: Combination): readonly string[] {
  const values = Object.keys(FACTORS).map((name) => `${name}=${combination[name as keyof Combination]}`);
  return values.flatMap((value, index) => values.slice(index + 1).map((other) => `${value} × ${other}`));
}

/** How many pairs of conditions the calls of a run had. */
export interface ConditionPairs {
  readonly feasible: number;
  readonly exercised: number;
  /** Feasible pairs that no call had. */
  readonly missing: readonly string[];
}

/** Counts the pairs of conditions that calls had, with the method that their endpoint takes. */
export function conditionPairs(observations: readonly Observation[]): ConditionPairs {
  const feasible = feasiblePairs();
  const missing = new Set(feasible);
  for (const { condition: had } of exchangesOf(observations)) {
    if (!isServiceEndpoint(had.endpoint) || had.method !== ENDPOINTS[had.endpoint].method) continue;
    // A pair with something unknown is not among the feasible ones.
    for (const pair of pairsIn(had as Combination)) missing.delete(pair);
  }
  return {
    feasible: feasible.size,
    exercised: feasible.size - missing.size,
    missing: [...missing],
  };
}
