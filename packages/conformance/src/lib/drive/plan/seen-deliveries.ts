import { eventTypeOf, MAX_RETRIES } from '../../judge/rules/delivery-chains.ts';
import type { Delivery, Exchange, Observation } from '../../observe/observation.ts';
import { DELIVERY_FACTORS, type DeliveredEvent, type DeliveryRow } from './delivery-plan.ts';

/** An event of an application, and its deliveries by receiver. */
interface SeenEvent {
  readonly event: DeliveredEvent;
  readonly before: DeliveryRow['before'];
  readonly deliveries: Map<string, Delivery[]>;
}

/** Events of an application so far. */
interface Seen {
  readonly events: SeenEvent[];
  state: 'open' | 'submitted' | 'expired';
  resends: number;
  /** Event before the next one, delivered or not. */
  before: DeliveryRow['before'];
  flow: DeliveryRow['flow'] | undefined;
}

/** Longest time of a service for an answer, less a tolerance. An answer after it is late. */
const LATE_MS = 28_000;

/** Returns the deliveries of a run as rows of a plan: one for each event and receiver. */
export function seenDeliveries(
  observations: readonly Observation[],
  receivers: readonly string[],
): readonly DeliveryRow[] {
  const applications = new Map<string, Seen>();
  const of = (slug: string): Seen => {
    const known = applications.get(slug) ?? {
      events: [],
      state: 'open',
      resends: 0,
      before: 'nothing',
      flow: undefined,
    };
    applications.set(slug, known);
    return known;
  };
  for (const observation of observations) {
    if (observation.kind === 'exchange') noteCall(observation, of);
    else if (observation.kind === 'delivery' && observation.slug !== undefined)
      noteDelivery(observation, of(observation.slug));
    else if (observation.kind === 'action') {
      const { action, slug } = observation;
      if (action === 'submit') submit(of(slug));
      else if (action === 'change-status') changeStatus(of(slug));
      else if (action === 'expire') expire(of(slug));
    }
  }
  return [...applications.values()].flatMap(({ events, flow }) =>
    events.flatMap(({ event, before, deliveries }) =>
      [...deliveries].flatMap(([id, attempts]) => {
        const receiver = DELIVERY_FACTORS.receiver[receivers.indexOf(id)];
        const answered = answeredAs(attempts);
        if (receiver === undefined || flow === undefined || answered === undefined) return [];
        return [{ event, before, receiver, flow, ...answered }];
      }),
    ),
  );
}

function noteCall({ condition, slug, response }: Exchange, of: (slug: string) => Seen): void {
  if (slug === undefined) return;
  const application = of(slug);
  const { flow, endpoint, method } = condition;
  if (flow === 'camera' || flow === 'plain') application.flow = flow;
  if (method !== 'POST' || response === undefined || response.status > 299) return;
  if (endpoint === 'submit') submit(application);
  if (endpoint !== 'resend') return;
  if (application.state === 'submitted') resend(application);
  else application.before = 'resend';
}

function submit(application: Seen): void {
  happen(application, 'submission', 'nothing');
  application.state = 'submitted';
}

function changeStatus(application: Seen): void {
  const { state } = application;
  happen(application, state === 'submitted' ? 'update_status' : `${state} update_status`, 'status change');
}

function expire(application: Seen): void {
  happen(application, 'drop_off', 'nothing');
  application.state = 'expired';
}

function resend(application: Seen): void {
  application.resends += 1;
  happen(application, application.resends === 1 ? 'resend' : 'second resend', 'resend');
}

function happen(application: Seen, event: DeliveredEvent, after: DeliveryRow['before']): void {
  application.events.push({ event, before: application.before, deliveries: new Map() });
  application.before = after;
}

/** Adds a delivery to the last event of its type. */
function noteDelivery(delivery: Delivery, { events }: Seen): void {
  const type = eventTypeOf(delivery);
  const last = events.findLast(({ event }) => typeOf(event) === type);
  if (last === undefined) return;
  const known = last.deliveries.get(delivery.receiver) ?? [];
  known.push(delivery);
  last.deliveries.set(delivery.receiver, known);
}

function typeOf(event: DeliveredEvent): string {
  if (event === 'drop_off') return event;
  return event.endsWith('update_status') ? 'update_status' : 'submit_form';
}

/** Returns how attempts were answered, up to the first answer that is not a 5xx; undefined if the plan has no such answers. */
function answeredAs(
  attempts: readonly Delivery[],
): Pick<DeliveryRow, 'answer' | 'attempt' | 'failure' | 'first'> | undefined {
  const answers = attempts.map(answerOf);
  const end = answers.findIndex((answer) => !isFailure(answer));
  const isFailed = end < 0;
  const place = isFailed ? answers.length - 1 : end;
  const failures = answers.slice(0, isFailed ? undefined : place);
  const [failure = 'none'] = failures;
  const attempt = DELIVERY_FACTORS.attempt[place];
  const answer = isFailed ? '5xx' : answers[place];
  // A service that stops early fails a rule: nothing is planned for it.
  if (isFailed && place < MAX_RETRIES) return undefined;
  if (attempt === undefined || answer === undefined || failures.some((each) => each !== failure)) return undefined;
  const known = DELIVERY_FACTORS.answer.find((each) => each === answer);
  const own = DELIVERY_FACTORS.failure.find((each) => each === failure);
  if (known === undefined || own === undefined) return undefined;
  return { answer: known, attempt, failure: own, first: place === 0 ? known : 'earlier' };
}

function answerOf({ answer, at }: Delivery): string {
  if (answer.kind !== 'status') return 'none';
  return answer.at - at >= LATE_MS ? 'late' : String(answer.status);
}

function isFailure(answer: string): boolean {
  return /^5\d\d$/.test(answer);
}
