import { createRandom } from '../calls/random.ts';
import { CoveringSpace } from './covering-space.ts';
import { Covering } from './covering.ts';
import {
  type ChooseDelivery,
  type DeliveredEvent,
  type DeliveryMeans,
  isDeliverable,
  type Life,
  planLife,
  type PlannedDelivery,
  SEQUENCES,
} from './delivery-plan.ts';

/** Conditions that may change how the outcome of the checks is shown. */
interface Row extends Pick<PlannedDelivery, 'event' | 'receiver' | 'attempt' | 'before'> {
  /** Number of the outcome. */
  readonly outcome: string;
}

const SHOWING: ReadonlySet<DeliveredEvent> = new Set<DeliveredEvent>([
  'submission',
  'resend',
  'second resend',
  'update_status',
]);

/** Number of the outcome that shows every value: see `OUTCOMES`. */
const PASS = '0';

const ATTEMPTS = ['1', '2', '3', '4'] as const;

/** A life, and the number of the outcome of its checks. */
export type LifeWithOutcome = Life & { readonly outcome: number };

/**
 * Gives each life one of `outcomes` outcomes of the checks, in turns, and adds lives, up to `means.applications`, until each outcome meets each
 * event, receiver, attempt and past.
 */
export function withOutcomes(
  lives: readonly Life[],
  outcomes: number,
  means: DeliveryMeans,
): readonly LifeWithOutcome[] {
  const numbers = Array.from({ length: outcomes }, (_, number) => String(number));
  const events = means.events.camera.filter((event) => SHOWING.has(event));
  const space = new CoveringSpace<Row>({
    factors: {
      outcome: numbers,
      event: events,
      receiver: ['first', 'second'],
      attempt: ATTEMPTS,
      before: ['nothing', 'status change', 'resend'],
    },
    isFeasible: (row) => showsChecks(row) && isDeliverable({ ...row, flow: 'camera' }, means),
    // Checks that failed lack some of their values.
    hiding: ({ outcome }) => (outcome === undefined || outcome === PASS ? [] : ['outcome']),
  });
  const covering = new Covering({ space, strength: means.strength, random: createRandom(1) });
  const result: LifeWithOutcome[] = [];
  let turn = 0;
  for (const life of lives) {
    const shown = shownBy(life);
    const outcome = turn % outcomes;
    if (shown.length > 0) turn += 1;
    for (const row of shown) covering.cover({ ...row, outcome: String(outcome) });
    result.push({ ...life, outcome });
  }
  const isPossible = (event: DeliveredEvent): boolean => means.events.camera.includes(event);
  let known = -1;
  while (known < result.length) {
    known = result.length;
    for (const outcome of numbers) {
      for (const sequence of SEQUENCES.filter((each) => each.includes('submission'))) {
        if (result.length >= means.applications) return result;
        const choose: ChooseDelivery = (place) => {
          const isAllowed = (row: Partial<Row>): boolean =>
            (row.outcome ?? outcome) === outcome &&
            (row.event ?? place.event) === place.event &&
            (row.receiver ?? place.receiver) === place.receiver &&
            (row.before === undefined || place.befores.includes(row.before));
          const row = events.includes(place.event)
            ? covering.rows(space.remembered(isAllowed)).next().value
            : undefined;
          if (row === undefined) return undefined;
          for (const each of withEarlierAttempts(row)) covering.cover(each);
          return { ...row, flow: 'camera', answer: '204', failure: row.attempt === '1' ? 'none' : '500' };
        };
        const steps = planLife(means, { flow: 'camera', events: sequence.filter(isPossible), choose });
        if (steps.length > 0) result.push({ flow: 'camera', steps, outcome: Number(outcome) });
      }
    }
  }
  return result;
}

/** Lists the deliveries of a camera flow after its submission, and the attempts before them. */
function shownBy({ flow, steps }: Life): readonly Omit<Row, 'outcome'>[] {
  const submission = steps.findIndex(({ event }) => event === 'submission');
  if (flow !== 'camera' || submission < 0) return [];
  return steps.slice(submission).flatMap(({ deliveries }) => deliveries.flatMap(withEarlierAttempts));
}

function withEarlierAttempts<Of extends Pick<Row, 'event' | 'attempt'>>(row: Of): readonly Of[] {
  return ATTEMPTS.filter((attempt) => attempt <= row.attempt)
    .map((attempt) => ({ ...row, attempt }))
    .filter(showsChecks);
}

/** Checks if a delivery may count for its attempt: a change of status does not carry the checks. */
function showsChecks({ event, attempt = '1' }: Partial<Row>): boolean {
  return event !== 'update_status' || attempt === '1';
}
