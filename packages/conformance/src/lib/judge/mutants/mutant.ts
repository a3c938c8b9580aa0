import { readAt, replaceAt } from '@idvkit/json';
import type { RuleId } from '@idvkit/schema/rules';

import { messageBody, type MessageBody } from '../../observe/message-body.ts';
import type { Delivery, Exchange, HeaderList, Observation } from '../../observe/observation.ts';

type Corrupted = readonly Observation[] | undefined;

export type Corrupt = (target: Observation, run: readonly Observation[]) => Corrupted;

/** A corruption that a rule must find; otherwise its verdict is not reliable. */
export interface Mutant {
  readonly rule: RuleId;
  readonly corrupt: Corrupt;
}

export type MutantTable = Readonly<Partial<Record<RuleId, Corrupt>>>;

export function onAnswer(
  corrupt: (target: Exchange & Required<Pick<Exchange, 'response'>>, run: readonly Observation[]) => Corrupted,
): Corrupt {
  return (target, run) =>
    target.kind === 'exchange' && target.response !== undefined
      ? corrupt({ ...target, response: target.response }, run)
      : undefined;
}

export function onDelivery(corrupt: (target: Delivery, run: readonly Observation[]) => Corrupted): Corrupt {
  return (target, run) => (target.kind === 'delivery' ? corrupt(target, run) : undefined);
}

export function inBody(path: string, change: (value: unknown) => unknown): Corrupt {
  return (target) =>
    withBody(target, (json) => replaceAt(json, path, (value) => (value === undefined ? undefined : change(value))));
}

/** Remembers what is found in a run: to look through all of it for each of its observations takes the square of its length. */
export function oncePerRun<Found>(
  find: (run: readonly Observation[]) => Found,
): (run: readonly Observation[]) => Found {
  const known = new WeakMap<readonly Observation[], { readonly found: Found }>();
  return (run) => {
    const { found } = known.get(run) ?? { found: find(run) };
    known.set(run, { found });
    return found;
  };
}

/** Repeats a value: copies the first one at a path in earlier deliveries, or answers to creates, into a later one. */
export function repeating(path: string): Corrupt {
  return (target, run) => {
    const earlier = run.slice(0, run.indexOf(target)).filter(({ kind }) => kind === target.kind);
    const repeated = earlier.map((each) => readAt(deliveredOrCreated(each), path)).find((value) => value !== undefined);
    return repeated === undefined ? undefined : inBody(path, () => repeated)(target, run);
  };
}

function deliveredOrCreated(observation: Observation): unknown {
  if (observation.kind === 'delivery') return observation.request.body.json;
  return observation.kind === 'exchange' &&
    observation.condition.endpoint === 'create' &&
    (observation.response?.status ?? 400) < 300
    ? observation.response?.body.json
    : undefined;
}

export function withHeader(headers: HeaderList, name: string, change: (value: string) => string): HeaderList {
  return headers.map(([key, value]) => [key, key.toLowerCase() === name ? change(value) : value]);
}

export function withStatus(exchange: Exchange, status: number): Exchange {
  const { response } = exchange;
  return response === undefined ? exchange : { ...exchange, response: { ...response, status } };
}

export function withBody(target: Observation, change: (json: unknown) => unknown): Corrupted {
  if (target.kind === 'delivery') return withDelivered(target, change);
  if (target.kind !== 'exchange' || target.response === undefined) return undefined;
  const body = changed(target.response.body, change);
  return body && [{ ...target, response: { ...target.response, body } }];
}

export function withDelivered(target: Delivery, change: (json: unknown) => unknown): readonly [Delivery] | undefined {
  const body = changed(target.request.body, change);
  return body && [{ ...target, request: { ...target.request, body } }];
}

/** Changes the JSON of a body; returns undefined if it has none or nothing changes, which no judge could find. */
function changed({ json }: MessageBody, change: (json: unknown) => unknown): MessageBody | undefined {
  const made = json === undefined ? undefined : change(json);
  if (made === undefined || made === json) return undefined;
  const text = JSON.stringify(made);
  return text === JSON.stringify(json) ? undefined : messageBody(new TextEncoder().encode(text));
}
