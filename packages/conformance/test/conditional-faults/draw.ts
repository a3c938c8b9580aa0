import { allFaults, type Fault } from '@idvkit/mock';
import { PLATFORM_LOCALES } from '@idvkit/schema';

import { seededRandom } from '../../../../tools/testing/sample.ts';
import { changesBytes } from './changes-bytes.ts';
import { type Condition, conditional, conditionText, faultNamed, holds } from './conditional.ts';
import { CREDENTIALS } from './credential-class.ts';
import { fixedDimensions, orderOf } from './order.ts';
import type { Shown } from './shown.ts';
import type { Dimension, Values } from './values.ts';
import { CREDITS, LOCALES, type Visit } from './walk.ts';

/** A fault that shows under a condition only. */
export interface DrawnFault {
  readonly fault: string;
  readonly condition: Condition;
  /** Number of values that must hold together, those of the fault itself included. */
  readonly order: number;
  /** Whether only calls that change something show it, or deliveries. */
  readonly needsEffect: boolean;
}

/** What came of the draws of one order. */
export interface Drawn {
  readonly order: number;
  readonly drawn: number;
  /** Draws that change no byte of any response or delivery. */
  readonly infeasible: number;
  readonly faults: readonly DrawnFault[];
}

/** Values that conditions ask for: those that are not ordinary. */
const CALL_VALUES: ValueTable = {
  locale: [...PLATFORM_LOCALES.filter((locale) => locale !== 'en'), 'unknown'],
  state: ['open', 'submitted', 'expired', 'deleted', 'unknown-slug'],
  credential: CREDENTIALS.filter((credential) => credential !== 'valid'),
  flow: ['plain'],
  body: ['empty', 'no-answers', 'not-json', 'other-shape', 'bad-format', 'missing', 'unknown-key', 'parameter'],
  credit: ['too-little', 'none'],
  statusChanged: ['yes'],
  resent: ['yes'],
  expired: ['yes'],
};
const DELIVERY_VALUES: ValueTable = {
  event: ['submission', 'resend', 'update_status', 'drop_off'],
  state: ['open', 'submitted', 'expired'],
  receiver: ['second'],
  attempt: ['2', '3', '4'],
  flow: ['plain'],
  statusChanged: ['yes'],
  resent: ['yes'],
};
type ValueTable = Readonly<Partial<Record<Dimension, readonly string[]>>>;

/** Most visits that are played to make a fault show. */
const MAX_VISITS = 30;

export interface DrawOptions {
  readonly seed: number;
  /** How many faults of each order. */
  readonly wanted: number;
  readonly orders: readonly number[];
  /** Where each fault of the mock shows, by its id. */
  readonly shown: ReadonlyMap<string, readonly Shown[]>;
}

/** Draws conditional faults until there are enough of each order. */
export async function drawFaults({ seed, wanted, orders, shown }: DrawOptions): Promise<readonly Drawn[]> {
  const random = seededRandom(seed);
  const result: Drawn[] = [];
  for (const order of orders) {
    const faults: DrawnFault[] = [];
    const seen = new Set<string>();
    let [drawn, infeasible] = [0, 0];
    while (faults.length < wanted) {
      const draw = drawOne(random, order, shown);
      if (draw === undefined) continue;
      const { fault, condition, places } = draw;
      const { id } = conditional(fault, condition);
      // What shows in more or fewer values than wanted belongs to another order.
      if (seen.has(id) || (places.length > 0 && orderOf(places.map(({ values }) => values)) !== order)) continue;
      seen.add(id);
      drawn += 1;
      if (await changesBytes(conditional(fault, condition), visitsOf(places))) {
        const needsEffect = places.every(({ values }) => hasEffect(values));
        faults.push({ fault: fault.id, condition, order, needsEffect });
      } else infeasible += 1;
    }
    result.push({ order, drawn, infeasible, faults });
  }
  return result;
}

/** Lists every fault of an order that the walk shows, whether or not it changes bytes. */
export function everyFault(order: number, shown: DrawOptions['shown']): readonly DrawnFault[] {
  return allFaults.flatMap((fault) => {
    const everywhere = shown.get(fault.id) ?? [];
    return [false, true].flatMap((isDelivery) => {
      const { own, free, values } = dimensionsOf(everywhere, isDelivery);
      return conditionsOf(free, values, order - own.length).flatMap((condition): readonly DrawnFault[] => {
        const places = placesOf(everywhere, condition).map((each) => each.values);
        if (places.length === 0 || orderOf(places) !== order) return [];
        return [{ fault: fault.id, condition, order, needsEffect: places.every(hasEffect) }];
      });
    });
  });
}

/** Lists every condition on `count` of some dimensions, at least one. */
function conditionsOf(dimensions: readonly Dimension[], values: ValueTable, count: number): readonly Condition[] {
  if (count < 1) return [];
  return dimensions.flatMap((dimension, index) => {
    const others = count === 1 ? [{}] : conditionsOf(dimensions.slice(index + 1), values, count - 1);
    return (values[dimension] ?? []).flatMap((value) => others.map((other) => ({ [dimension]: value, ...other })));
  });
}

/** Checks whether a conditional fault changes a byte where the walk shows it. */
export function changesAnything(
  { fault, condition }: Pick<DrawnFault, 'fault' | 'condition'>,
  shown: DrawOptions['shown'],
): Promise<boolean> {
  const places = placesOf(shown.get(fault) ?? [], condition);
  return changesBytes(conditional(faultNamed(fault), condition), visitsOf(places));
}

function placesOf(everywhere: readonly Shown[], condition: Condition): readonly Shown[] {
  return everywhere.flatMap((each) => under(condition, each) ?? []);
}

/** Returns the dimensions of a fault itself in calls or in deliveries, and those of which a condition may name values. */
function dimensionsOf(
  everywhere: readonly Shown[],
  isDelivery: boolean,
): { readonly own: readonly Dimension[]; readonly free: readonly Dimension[]; readonly values: ValueTable } {
  const side = everywhere.flatMap((each) => (isDeliveryPlace(each) === isDelivery ? [each.values] : []));
  const values = isDelivery ? DELIVERY_VALUES : CALL_VALUES;
  const own = fixedDimensions(side);
  // Keys of a table of dimensions.
  const free = side.length === 0 ? [] : (Object.keys(values) as Dimension[]).filter((each) => !own.includes(each));
  return { own, free, values };
}

interface Draw {
  readonly fault: Fault;
  readonly condition: Condition;
  /** Where it shows in the walk; none if it is infeasible. */
  readonly places: readonly Shown[];
}

function drawOne(random: () => number, order: number, shown: DrawOptions['shown']): Draw | undefined {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const fault = pick(allFaults);
  const everywhere = (fault && shown.get(fault.id)) ?? [];
  if (fault === undefined || everywhere.length === 0) return undefined;
  const sides = [false, true].filter((isDelivery) => everywhere.some((each) => isDeliveryPlace(each) === isDelivery));
  const { own, free, values } = dimensionsOf(everywhere, pick(sides) === true);
  const condition: Partial<Record<Dimension, string>> = {};
  for (let left = order - own.length; left > 0; left -= 1) {
    const dimension = pick(free.filter((each) => condition[each] === undefined));
    const value = dimension && pick(values[dimension] ?? []);
    if (dimension === undefined || value === undefined) return undefined;
    condition[dimension] = value;
  }
  if (Object.keys(condition).length === 0) return undefined;
  return { fault, condition, places: placesOf(everywhere, condition) };
}

/** Checks whether a call changes something, or belongs to a delivery, which something must bring about. */
export function hasEffect({ event, endpoint, method, credential, locale }: Values): boolean {
  if (event !== undefined) return true;
  const changes = endpoint === 'create' || endpoint === 'submit' || endpoint === 'resend';
  return changes && method === 'own' && credential === 'valid' && locale !== 'unknown';
}

function isDeliveryPlace({ values }: Shown): boolean {
  return values.event !== undefined;
}

/**
 * Returns a place as it is under a condition, or nothing if it cannot be. The walk has one locale for all that the mock treats alike, and
 * enough credit wherever the mock does not look at it: such a place is visited again with the locale and credit of the condition.
 */
export function under(condition: Condition, { values, visits }: Shown): Shown | undefined {
  const { locale, credit } = condition;
  const anyLocale = locale !== undefined && !LOCALES.includes(locale) && locale !== 'unknown' && values.locale === 'de';
  const anyCredit = credit !== undefined && values.endpoint !== undefined && values.endpoint !== 'create';
  const changed = { ...values, ...(anyLocale && { locale }), ...(anyCredit && { credit }) };
  if (!holds(condition, changed)) return undefined;
  return {
    values: changed,
    visits: visits.map((visit) => ({
      ...visit,
      ...(anyLocale && { lang: locale }),
      // The values of a condition are those of the table.
      ...(anyCredit && { credit: CREDITS[credit as keyof typeof CREDITS] }),
    })),
  };
}

/** Returns visits of as many places as possible. */
function visitsOf(places: readonly Shown[]): readonly Visit[] {
  const first = places.flatMap(({ visits: [visit] }) => visit ?? []);
  const others = places.flatMap(({ visits }) => visits.slice(1));
  return [...new Set([...first, ...others])].slice(0, MAX_VISITS);
}

/** Writes a drawn fault: `auth.absent.403 if locale=th, state=submitted`. */
export function drawnText({ fault, condition }: Pick<DrawnFault, 'fault' | 'condition'>): string {
  return `${fault} if ${conditionText(condition)}`;
}
