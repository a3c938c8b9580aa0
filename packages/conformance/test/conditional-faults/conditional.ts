import { allFaults, type Call, type Fault, type Overrides, type PlannedDelivery } from '@idvkit/mock';

import { isSame } from './is-same.ts';
import { DIMENSIONS, type Dimension, type Point, type Values, valuesAt, valuesOfDelivery } from './values.ts';

/** Values that must hold together. */
export type Condition = Values;

type Rewrite = (value: unknown, context: unknown) => unknown;

/** Points at which a fault may remember what was delivered earlier. It is always asked there, so that it can. */
const REMEMBERING: ReadonlySet<Point> = new Set<Point>(['payload', 'eventHeader', 'imageUrl']);

/** Checks whether the values of a call or delivery have those of a condition. */
export function holds(condition: Condition, values: Values | undefined): boolean {
  if (values === undefined) return false;
  for (const dimension in condition) {
    // The keys of a condition are dimensions.
    if (condition[dimension as Dimension] !== values[dimension as Dimension]) return false;
  }
  return true;
}

/** @throws RangeError if no fault has this id. */
export function faultNamed(id: string): Fault {
  const fault = allFaults.find((each) => each.id === id);
  if (fault === undefined) throw new RangeError(`The mock has no fault with the id ${id}`);
  return fault;
}

/** Writes a condition: `locale=th, state=submitted`. */
export function conditionText(condition: Condition): string {
  return DIMENSIONS.flatMap((each) => (condition[each] === undefined ? [] : [`${each}=${condition[each]}`])).join(', ');
}

/**
 * Returns a fault that shows only in calls and deliveries for which a condition holds. Everywhere else, the service is as without it.
 *
 * @param onShown Called each time it shows.
 */
export function conditional(fault: Fault, condition: Condition, onShown: () => void = () => {}): Fault {
  const only = conditionText(condition);
  const caller: Caller = {};
  return {
    ...fault,
    id: `${fault.id} if ${only}`,
    title: `${fault.title}, only if ${only}`,
    overrides: () =>
      // Point by point the types agree.
      Object.fromEntries(
        Object.entries(fault.overrides()).map(([point, rewrite]) => [
          point,
          guarded(point as Point, rewrite as Rewrite, { condition, onShown, caller }),
        ]),
      ) as Overrides,
  };
}

/** Workspace of the first call with a valid token, as it was at the last one. */
interface Caller {
  workspace?: Call['workspace'];
}

function guarded(
  point: Point,
  rewrite: Rewrite,
  {
    condition,
    onShown,
    caller,
  }: { readonly condition: Condition; readonly onShown: () => void; readonly caller: Caller },
): Rewrite {
  const valuesOf = (context: unknown): Values | undefined => {
    // It decides about a list of deliveries elsewhere.
    const about = point as Exclude<Point, 'deliveries'>;
    if (!isCall(context)) return valuesAt(about, context);
    const { credential, endpoint, isForeign } = context;
    const { workspace = context.workspace } = caller;
    if (credential === 'valid' && !isForeign && workspace.id === context.workspace.id)
      caller.workspace = context.workspace;
    // A form belongs to one workspace. The mock takes the first one that has it, which is not that of a run.
    const isLost = endpoint === 'create' && credential !== 'valid' && credential !== 'revoked';
    return valuesAt(about, isLost ? { ...context, ...caller } : context);
  };
  const decide: Rewrite = (value, context) => {
    if (point === 'deliveries') {
      // What the point is given and returns.
      const [planned, faulty] = [value, rewrite(value, context)] as [PlannedDelivery[], PlannedDelivery[]];
      return mixed(planned, faulty, condition);
    }
    if (!REMEMBERING.has(point)) {
      return holds(condition, valuesOf(context)) ? rewrite(value, context) : value;
    }
    const changed = rewrite(value, context);
    return holds(condition, valuesOf(context)) ? changed : value;
  };
  return (value, context) => {
    const decided = decide(value, context);
    if (decided !== value && !isSame(point, value, decided)) onShown();
    return decided;
  };
}

function isCall(context: unknown): context is Call {
  return typeof context === 'object' && context !== null && 'authorization' in context;
}

/** Takes the deliveries for which the condition holds from the faulty list, the others from the right one. */
function mixed(
  planned: readonly PlannedDelivery[],
  faulty: readonly PlannedDelivery[],
  condition: Condition,
): readonly PlannedDelivery[] {
  const applies = (delivery: PlannedDelivery): boolean => holds(condition, valuesOfDelivery(delivery, 1));
  return [
    ...planned.filter((delivery) => !applies(delivery) || faulty.includes(delivery)),
    ...faulty.filter((delivery) => !planned.includes(delivery) && applies(delivery)),
  ];
}
