import { edited } from '@idvkit/json';
import type { RuleId } from '@idvkit/schema/rules';

import type { Delivery, Observation } from '../../src/lib/observe/observation.ts';
import type { Change } from '../judges-payload/change.ts';
import { json } from '../judges-payload/observe.ts';
import { answering } from './judge.ts';

/** A change to a run, which stays as it is. */
export type RunChange = (run: readonly Observation[]) => readonly Observation[];

/** What a service does that breaks one rule, and at most the others named. */
export interface BrokenExample {
  readonly rule: RuleId;
  readonly what: string;
  readonly change: RunChange;
  /** Other rules that it cannot help breaking. */
  readonly also: readonly RuleId[];
}

export function breaks(rule: RuleId, what: string, change: RunChange, ...also: readonly RuleId[]): BrokenExample {
  return { rule, what, change, also };
}

function onEach<Kind extends Observation['kind']>(
  kind: Kind,
  id: string,
  change: (observation: Extract<Observation, { kind: Kind }>) => Observation,
): RunChange {
  return (run) => {
    if (!run.some((observation) => observation.kind === kind && observation.id === id)) {
      throw new Error(`The good run has no ${kind} "${id}"`);
    }
    return run.map((observation) =>
      observation.kind === kind && observation.id === id
        ? // The kind was compared just now.
          change(observation as Extract<Observation, { kind: Kind }>)
        : observation,
    );
  };
}

/** Answers a call with another status, and with another body: none at all with a 204, the same where none is given. */
export function status(id: string, status: number, ...[body]: [body?: unknown]): RunChange {
  return onEach('exchange', id, (exchange) => {
    if (status === 204) return answering(exchange, { status, body: undefined });
    if (body === undefined) return answering(exchange, { status });
    return answering(exchange, { status, body, headers: { 'Content-Type': 'application/json' } });
  });
}

/** Answers a call with another body. */
export function answer(id: string, change: Change): RunChange {
  return onEach('exchange', id, (exchange) => answering(exchange, { body: change(exchange.response?.body.json) }));
}

/** Answers a call with other headers. */
export function headers(id: string, headers: Record<string, string>): RunChange {
  return onEach('exchange', id, (exchange) => answering(exchange, { headers }));
}

/** Changes a delivery. */
export function delivery(id: string, change: (delivery: Delivery) => Delivery): RunChange {
  return onEach('delivery', id, change);
}

/** Changes what a delivery carries. */
export function payload(id: string, change: Change): RunChange {
  return delivery(id, (delivery) => ({
    ...delivery,
    request: { ...delivery.request, body: json(change(delivery.request.body.json)) },
  }));
}

/** Puts a member into the root of what a delivery carries. */
export function put(path: readonly (string | number)[], value: unknown): Change {
  return (body) => edited(body, path, () => value);
}

/** Leaves observations out. */
export function without(...ids: readonly string[]): RunChange {
  return (run) => {
    const rest = run.filter(({ id }) => !ids.includes(id));
    if (rest.length + ids.length !== run.length) throw new Error(`The good run lacks one of ${ids.join(', ')}`);
    return rest;
  };
}

/** Adds observations right after one. */
export function after(id: string, ...more: readonly Observation[]): RunChange {
  return (run) => {
    const place = run.findIndex((observation) => observation.id === id);
    if (place < 0) throw new Error(`The good run has no "${id}"`);
    return run.toSpliced(place + 1, 0, ...more);
  };
}

/** Makes several changes, one after the other. */
export function all(...changes: readonly RunChange[]): RunChange {
  return (run) => changes.reduce((changed, change) => change(changed), run);
}
