import { createRandom } from '../calls/random.ts';
import { CoveringSpace } from './covering-space.ts';
import { Covering } from './covering.ts';

/** A delivery to plan: what may decide how the service makes it. */
export interface PlannedDelivery {
  readonly event: DeliveredEvent;
  readonly receiver: 'first' | 'second';
  /** Answer to `attempt`. `5xx` is the answer to every attempt; `none` never comes, and `late` comes after 29 s. */
  readonly answer: (typeof ANSWERS)[number];
  readonly attempt: '1' | '2' | '3' | '4';
  /** Answer to the attempts before. */
  readonly failure: 'none' | '500' | '502' | '503' | '504';
  readonly flow: 'camera' | 'plain';
  /** Events since the last delivered event. A resend before the submission delivers nothing. */
  readonly before: 'nothing' | 'status change' | 'resend';
}

/** A status usually changes after the submission. */
export type DeliveredEvent =
  | 'submission'
  | 'resend'
  | 'second resend'
  | 'update_status'
  | 'open update_status'
  | 'expired update_status'
  | 'drop_off';

const ANSWERS = ['200', '201', '202', '204', '400', '401', '404', '410', '422', '429', '5xx', 'none', 'late'] as const;

/** A delivery in a plan. Whether a service tries again may depend on the first answer only, so that answer meets each other value. */
export interface DeliveryRow extends PlannedDelivery {
  readonly first: PlannedDelivery['answer'] | 'earlier';
}

export const DELIVERY_FACTORS: { readonly [Name in keyof DeliveryRow]: readonly DeliveryRow[Name][] } = {
  event: [
    'submission',
    'resend',
    'second resend',
    'update_status',
    'open update_status',
    'expired update_status',
    'drop_off',
  ],
  receiver: ['first', 'second'],
  answer: ANSWERS,
  first: [...ANSWERS, 'earlier'],
  attempt: ['1', '2', '3', '4'],
  failure: ['none', '500', '502', '503', '504'],
  flow: ['camera', 'plain'],
  before: ['nothing', 'status change', 'resend'],
};

/** Possible pasts of each event. @see Specification, "States and transitions" */
const BEFORE: Readonly<Record<DeliveredEvent, readonly PlannedDelivery['before'][]>> = {
  submission: ['nothing', 'status change', 'resend'],
  drop_off: ['nothing', 'status change', 'resend'],
  'open update_status': ['nothing', 'status change'],
  'expired update_status': ['nothing'],
  update_status: ['nothing', 'status change', 'resend'],
  resend: ['nothing', 'status change'],
  'second resend': ['resend', 'status change'],
};

/** Situations that a target can arrange. */
export interface DeliveryMeans {
  readonly receivers: number;
  readonly events: Readonly<Record<PlannedDelivery['flow'], readonly DeliveredEvent[]>>;
  /** True if the first answer, too, is to meet each other value: a service may try again after it only. */
  readonly firstAnswers?: boolean;
  /** Largest number of applications. */
  readonly applications: number;
  /** Number of values to combine: 2 for pairs. */
  readonly strength: number;
}

/** One event of an application, and the answers to its deliveries, by number of the receiver. */
export interface LifeStep {
  readonly event: DeliveredEvent;
  readonly before: PlannedDelivery['before'];
  readonly deliveries: readonly PlannedDelivery[];
}

/** Events of one application, in sequence. Only deliveries of the last one are not answered in time. */
export interface Life {
  readonly flow: PlannedDelivery['flow'];
  readonly steps: readonly LifeStep[];
}

export interface DeliveryPlan {
  readonly lives: readonly Life[];
  /** Number of tuples of values that can be arranged. */
  readonly feasible: number;
  /** Those that no application is left for. */
  readonly missing: readonly Partial<PlannedDelivery>[];
}

/** Sequences of events. An application lives through one of them, or through its beginning. */
export const SEQUENCES: readonly (readonly DeliveredEvent[])[] = [
  ['submission', 'update_status', 'resend', 'second resend'],
  ['submission', 'resend', 'update_status', 'second resend'],
  ['submission', 'resend', 'second resend', 'update_status'],
  ['submission', 'update_status', 'update_status', 'resend'],
  ['open update_status', 'submission', 'update_status', 'resend'],
  ['open update_status', 'open update_status', 'drop_off', 'expired update_status'],
  ['drop_off', 'expired update_status'],
];

/** Returns a planned delivery as a row. */
export function rowOf(delivery: PlannedDelivery): DeliveryRow {
  return { ...delivery, first: delivery.attempt === '1' ? delivery.answer : 'earlier' };
}

/** Plans by what they are made for: nothing else decides them, and each takes a tenth of a second. */
const PLANS = new Map<string, DeliveryPlan>();

/** Plans deliveries so that every tuple of values is seen, on few applications. */
export function planDeliveries(means: DeliveryMeans): DeliveryPlan {
  const key = JSON.stringify(means);
  const known = PLANS.get(key);
  if (known !== undefined) return known;
  const plan = newPlan(means);
  PLANS.set(key, plan);
  return plan;
}

function newPlan(means: DeliveryMeans): DeliveryPlan {
  const { first: _, ...others } = DELIVERY_FACTORS;
  // Rows without the factor lack its value, which nothing else reads.
  const factors = (means.firstAnswers === true ? DELIVERY_FACTORS : others) as typeof DELIVERY_FACTORS;
  // It takes four more applications, which a mock has.
  const arePlainApart = means.firstAnswers === true && means.events.camera.includes('submission');
  const space = new CoveringSpace<DeliveryRow>({
    factors,
    isFeasible: (row) => isDeliverable(row, means),
    hiding: ({ flow, answer, attempt }) => [
      // Deliveries of a plain flow carry no checks and no images.
      ...(flow === 'plain' && arePlainApart ? (['flow'] as const) : []),
      // After another answer, it is not seen that a 2xx ends the retries.
      ...(attempt !== undefined && attempt !== '1' && !isAcknowledged(answer) ? (['answer'] as const) : []),
    ],
  });
  const covering = new Covering({ space, strength: means.strength, random: createRandom(1) });
  const lives: Life[] = [];
  const fill = (applications: number): void => {
    for (const holds of [false, true]) {
      const choose: ChooseDelivery = ({ flow, event, receiver, befores }) => {
        const isAllowed = (row: Partial<DeliveryRow>): boolean =>
          (row.event ?? event) === event &&
          (row.flow ?? flow) === flow &&
          (row.receiver ?? receiver) === receiver &&
          (row.before === undefined || befores.includes(row.before)) &&
          (row.answer === undefined || isHeld(row) === holds);
        const { value: row } = covering.rows(space.remembered(isAllowed)).next();
        if (row === undefined) {
          const [before = 'nothing'] = befores;
          covering.cover({ ...acknowledged({ event, receiver, flow, before }), first: '204' });
        }
        return row ?? undefined;
      };
      let known = -1;
      while (known < lives.length) {
        known = lives.length;
        for (const flow of DELIVERY_FACTORS.flow) {
          for (const sequence of SEQUENCES) {
            const events = sequence.filter((event) => means.events[flow].includes(event));
            const steps = lives.length < applications ? planLife(means, { flow, events, choose, holds }) : [];
            if (steps.length > 0) lives.push({ flow, steps });
          }
        }
      }
    }
  };
  fill(means.applications - (keepsOne(means) ? 1 : 0));
  if (keepsOne(means)) lives.push(...livesApart(means, lives));
  fill(means.applications);
  return { lives, feasible: covering.feasible, missing: covering.missing };
}

/** True if an application is kept for what two receivers answer differently. With few applications, tuples of values are worth more. */
function keepsOne({ receivers, strength, applications }: DeliveryMeans): boolean {
  return receivers > 1 && strength > 1 && applications >= 12;
}

/** First deliveries by what a service may conclude from the answer. A 5xx is followed by a retry. */
const FIRST_ANSWERS = {
  '2xx': { answer: '204', attempt: '1', failure: 'none' },
  '4xx': { answer: '422', attempt: '1', failure: 'none' },
  '5xx': { answer: '204', attempt: '2', failure: '503' },
  none: { answer: 'none', attempt: '1', failure: 'none' },
} as const satisfies Record<string, Pick<PlannedDelivery, 'answer' | 'attempt' | 'failure'>>;

type FirstAnswer = keyof typeof FIRST_ANSWERS;

function firstAnswerOf({ answer, attempt }: PlannedDelivery): FirstAnswer | 'late' {
  if (attempt !== '1' || answer === '5xx') return '5xx';
  if (answer === 'none' || answer === 'late') return answer;
  return answer.startsWith('4') ? '4xx' : '2xx';
}

/**
 * Plans events to which two receivers answer as in none of the lives: a service may take the answer of one receiver for that of all.
 */
function livesApart(means: DeliveryMeans, lives: readonly Life[]): readonly Life[] {
  const flow = means.events.camera.includes('submission') ? 'camera' : 'plain';
  const events = SEQUENCES[0]?.filter((event) => means.events[flow].includes(event)) ?? [];
  if (!events.includes('submission')) return [];
  const keyOf = (answers: readonly (FirstAnswer | 'late')[]): string => answers.slice(0, 2).join();
  const seen = new Set(lives.flatMap(({ steps }) => steps.map((step) => keyOf(step.deliveries.map(firstAnswerOf)))));
  const names = Object.keys(FIRST_ANSWERS) as readonly FirstAnswer[]; // Of a constant.
  const left = names.flatMap((first) => names.map((second) => [first, second] as const));
  const apart: Life[] = [];
  // An answer that never comes takes an application for each pair, which a mock has, or a thorough run.
  for (const holds of means.firstAnswers === true ? [false, true] : [false]) {
    const pairs = left.filter((pair) => !seen.has(keyOf(pair)) && pair.includes('none') === holds);
    while (pairs.length > 0 && lives.length + apart.length < means.applications) {
      const choose: ChooseDelivery = ({ flow, event, receiver, befores: [before = 'nothing'] }) => {
        const answer = receiver === 'first' ? pairs[0]?.[0] : pairs.shift()?.[1];
        return answer === undefined ? undefined : { flow, event, receiver, before, ...FIRST_ANSWERS[answer] };
      };
      apart.push({ flow, steps: planLife(means, { flow, events, choose, holds }) });
    }
  }
  return apart;
}

export function isDeliverable(row: Partial<DeliveryRow>, means: DeliveryMeans): boolean {
  const { event, receiver, answer, attempt, first, failure, flow, before } = row;
  if (first !== undefined && attempt !== undefined && (first === 'earlier') !== (attempt !== '1')) return false;
  if (first !== undefined && first !== 'earlier' && answer !== undefined && first !== answer) return false;
  if (first === '5xx' || (first !== undefined && first !== 'earlier' && (failure ?? 'none') !== 'none')) return false;
  if (receiver === 'second' && means.receivers < 2) return false;
  if (attempt !== undefined && failure !== undefined && (attempt === '1') !== (failure === 'none')) return false;
  if (answer === '5xx' && ((attempt ?? '4') !== '4' || failure === 'none')) return false;
  const has = (own: DeliveredEvent): boolean =>
    DELIVERY_FACTORS.flow.some((each) => (flow ?? each) === each && means.events[each].includes(own));
  if (flow !== undefined && means.events[flow].length === 0) return false;
  if (event !== undefined && !has(event)) return false;
  if (before === 'status change') {
    const isEarly = event === 'submission' || event === 'drop_off' || event === 'open update_status';
    if (!has(isEarly ? 'open update_status' : 'update_status') && (event !== undefined || !has('open update_status')))
      return false;
  }
  if (before === 'resend' && !has('resend')) return false;
  return event === undefined || before === undefined || BEFORE[event].includes(before);
}

type Place = Pick<PlannedDelivery, 'flow' | 'event'> & {
  /** Possible pasts. */
  readonly befores: readonly PlannedDelivery['before'][];
};

/** Returns the delivery to plan at a place; undefined if none is of use, so that it is acknowledged. */
export type ChooseDelivery = (place: Place & Pick<PlannedDelivery, 'receiver'>) => PlannedDelivery | undefined;

/**
 * Returns the steps of a life up to the last one that is of use; with `holds`, up to the first one: each delivery that is not answered in time takes
 * half a minute.
 */
export function planLife(
  means: DeliveryMeans,
  life: {
    readonly flow: PlannedDelivery['flow'];
    readonly events: readonly DeliveredEvent[];
    readonly choose: ChooseDelivery;
    readonly holds?: boolean;
  },
): readonly LifeStep[] {
  const steps: LifeStep[] = [];
  let length = 0;
  for (const { flow, event, befores } of placesOf(means, life.flow, life.events)) {
    let isNew = false;
    let possible = befores;
    const deliveries = DELIVERY_FACTORS.receiver.slice(0, means.receivers).map((receiver) => {
      const chosen = life.choose({ flow, event, receiver, befores: possible });
      isNew ||= chosen !== undefined;
      const [before = 'nothing'] = possible;
      const delivery = chosen ?? acknowledged({ event, receiver, flow, before });
      possible = [delivery.before];
      return delivery;
    });
    const [before = 'nothing'] = possible;
    steps.push({ event, before, deliveries });
    if (isNew) length = steps.length;
    if (isNew && life.holds === true) break;
  }
  return steps.slice(0, length);
}

function acknowledged(delivery: Pick<PlannedDelivery, 'event' | 'receiver' | 'flow' | 'before'>): PlannedDelivery {
  return { ...delivery, answer: '204', attempt: '1', failure: 'none' };
}

function* placesOf(
  means: DeliveryMeans,
  flow: PlannedDelivery['flow'],
  events: readonly DeliveredEvent[],
): Generator<Place> {
  let after: DeliveredEvent | undefined;
  for (const event of events) {
    const befores = BEFORE[event].filter((before) => follows(before, after));
    const place = { flow, event, befores };
    if (!befores.some((before) => isDeliverable({ event, flow, before }, means))) return;
    yield place;
    after = event;
  }
}

function follows(before: PlannedDelivery['before'], after: DeliveredEvent | undefined): boolean {
  if (after === undefined) return before !== 'status change';
  if (after.endsWith('update_status')) return before === 'status change';
  return before === (after.endsWith('resend') ? 'resend' : 'nothing');
}

function isAcknowledged(answer: PlannedDelivery['answer'] | undefined): boolean {
  return answer === undefined || answer.startsWith('2');
}

export function isHeld({ answer }: Partial<PlannedDelivery>): boolean {
  return answer === 'none' || answer === 'late';
}
