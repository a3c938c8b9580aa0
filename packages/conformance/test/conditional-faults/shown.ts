import { allFaults, type Draft, type Fault, type Overrides, type PlannedDelivery, type Refusal } from '@idvkit/mock';

import { isSame } from './is-same.ts';
import { permittedStatuses } from './permitted-statuses.ts';
import { DIMENSIONS, type Point, type Values, valuesAt, valuesOfDelivery } from './values.ts';
import { calls, deliveries, type Visit, Walker } from './walk.ts';
import { World } from './world.ts';

/** Visits that are kept for each place in which a fault shows: enough to show it again. */
const MAX_VISITS = 3;
/** Visits that share a world, so that none holds too many applications. */
const SHARED = 3_000;

/** Where a fault shows: the values of calls and deliveries, and visits of the walk with them. */
export interface Shown {
  readonly values: Values;
  readonly visits: Visit[];
}

type Rewrite = (value: unknown, context: unknown) => unknown;

/** Watches all faults on the correct mock: each decides at its points, and none of its decisions is carried out. */
class Watch {
  readonly shown: ReadonlyMap<string, Map<string, Shown>> = new Map(allFaults.map(({ id }) => [id, new Map()]));
  readonly #byPoint = new Map<Point, { readonly id: string; rewrite: Rewrite }[]>();
  readonly #remembering: Fault[];
  visit: Visit | undefined;

  constructor() {
    for (const fault of allFaults) this.#add(fault);
    this.#remembering = allFaults.filter((fault) => fault.overrides() !== fault.overrides());
  }

  /** Lets faults that remember start anew. */
  restart(visit: Visit): void {
    this.visit = visit;
    for (const fault of this.#remembering) this.#add(fault);
  }

  /** The fault that watches, as a mock takes it. */
  get fault(): Fault {
    const overrides = Object.fromEntries(
      [...this.#byPoint].map(([point, watched]) => [
        point,
        (value: unknown, context: unknown) => {
          for (const each of watched) this.#note(point, each, { value, context });
          return value;
        },
      ]),
    ) as Overrides; // The points are those of overrides.
    return { id: 'watch', rule: 'create.status.201', alsoBreaks: [], title: 'watches', overrides: () => overrides };
  }

  #add(fault: Fault): void {
    // The entries of overrides.
    for (const [point, rewrite] of Object.entries(fault.overrides()) as [Point, Rewrite][]) {
      const watched = this.#byPoint.get(point) ?? [];
      this.#byPoint.set(point, watched);
      const known = watched.find(({ id }) => id === fault.id);
      if (known) known.rewrite = rewrite;
      else watched.push({ id: fault.id, rewrite });
    }
  }

  #note(
    point: Point,
    { id, rewrite }: { readonly id: string; readonly rewrite: Rewrite },
    { value, context }: { readonly value: unknown; readonly context: unknown },
  ): void {
    const decided = rewrite(value, context);
    if (decided === value || isSame(point, value, decided)) return;
    const places =
      point === 'deliveries'
        ? changedDeliveries(value as readonly PlannedDelivery[], decided as readonly PlannedDelivery[])
        : [valuesAt(point, context)];
    for (const values of places) {
      if (values === undefined) continue;
      if (isPermitted(values, statusAt(point, value), statusAt(point, decided)) || !isAbout(id, values)) continue;
      const key = DIMENSIONS.map((dimension) => values[dimension] ?? '').join('|');
      const shown = this.shown.get(id);
      const known = shown?.get(key);
      if (this.visit === undefined) continue;
      if (known === undefined) shown?.set(key, { values, visits: [this.visit] });
      else if (known.visits.length < MAX_VISITS && known.visits.at(-1) !== this.visit) known.visits.push(this.visit);
    }
  }
}

/** Returns the status that is decided at a point, if one is. */
function statusAt(point: Point, value: unknown): number | undefined {
  // What the points decide about.
  if (point === 'refusals') return (value as readonly Refusal[])[0]?.status;
  return point === 'respond' ? (value as Draft).status : undefined;
}

/** Checks whether the specification permits the other status as well. Of other methods, it only says that none returns 405. */
function isPermitted(values: Values, before: number | undefined, after: number | undefined): boolean {
  if (before === undefined || after === undefined || before === after) return false;
  if (values.method === 'other' && values.locale !== 'unknown') return after !== 405;
  return permittedStatuses(values).has(after);
}

/** Checks whether the rule that a fault breaks says anything about a call or delivery in which the fault shows. */
function isAbout(id: string, values: Values): boolean {
  const { event, endpoint, attempt, receiver, state, credit, body } = values;
  // The statuses and bodies of refused images are not shown, and their path has no locale.
  if (endpoint === 'image') return id.startsWith('image.');
  // What becomes of parameters and unknown keys is shown for those that a create gives.
  if (/^answers\.(input-parameters|undeclared)/.test(id)) return endpoint !== 'submit';
  // "Up to three times": one retry is enough.
  if (id.startsWith('delivery.5xx.retried')) return attempt === '1';
  // A delivery has no path.
  if (/^application\.(form|slug)\.echoes-path/.test(id)) return event === undefined;
  // "15 minutes after `event.created_at` of the delivery that carried it": what a URL of a result has is not shown.
  if (id.startsWith('image.exp.15-minutes-after-event')) return event !== undefined;
  // Without credit, another rule says what a create answers, whatever its body.
  if (/^create\.(answers|required|body)\./.test(id) && endpoint === 'create' && credit !== 'enough') return false;
  // A call without a body reads the link.
  if (id.startsWith('create.info.resolves') && endpoint === 'create') return body === 'ordinary';
  // Another rule has what a create names that is refused for bad answers.
  if (id.startsWith('create.required.')) return body !== 'bad-format';
  // Another rule has a submit that is refused for its state. What follows one after the expiry is not shown.
  if (id.startsWith('submit.422.')) return state === 'open';
  // Another rule has the resend of an application that was never submitted.
  if (id.startsWith('resend.status.')) return state === 'submitted';
  // A resend may go to one receiver only.
  if (id === 'resend.delivers') return receiver !== 'second';
  if (id.startsWith('delivery.every-receiver')) return event !== 'resend';
  // The effect of an expiry on info is not shown.
  if (id.startsWith('info.data.is-submitted')) return state !== 'expired';
  // Where the call would be refused in any locale, nothing is seen to resolve.
  if (id.startsWith('locale.unknown.does-not-resolve'))
    return permittedStatuses({ ...values, locale: 'en' }).size === 0;
  // A delivery may have any size, and only a submitted application was screened.
  return id !== 'result.size.few-kb' || state === 'submitted';
}

function changedDeliveries(
  planned: readonly PlannedDelivery[],
  decided: readonly PlannedDelivery[],
): readonly Values[] {
  return [
    ...planned.filter((each) => !decided.includes(each)),
    ...decided.filter((each) => !planned.includes(each)),
  ].map((each) => valuesOfDelivery(each, 1));
}

/** Walks the correct mock, and returns where each fault would change what it does. */
export async function whereFaultsShow(): Promise<ReadonlyMap<string, readonly Shown[]>> {
  const watch = new Watch();
  for (const visits of [calls(), deliveries()]) {
    let world = new World([watch.fault]);
    let walker = new Walker(world);
    let played = 0;
    for (const visit of visits) {
      watch.restart(visit);
      await walker.play(visit);
      played += 1;
      if (played % SHARED !== 0) continue;
      await world.close();
      world = new World([watch.fault]);
      walker = new Walker(world);
    }
    await world.close();
  }
  return new Map([...watch.shown].map(([id, shown]) => [id, [...shown.values()]]));
}
