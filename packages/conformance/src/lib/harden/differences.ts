import { formatPointer, isObject, type JsonPath } from '@idvkit/json';
import type { MessageDifference } from '@idvkit/schema/formats';

import { kindOf } from '../observe/json.ts';
import type { ReceivedMessage, ReplayedRun } from './replay.ts';

export interface Differences {
  /** How many messages differ. */
  readonly messages: number;
  readonly first: MessageDifference | undefined;
}

/** Compares what a client receives from the correct service with what it receives from a changed one. */
export function differencesOf({ received: correct }: ReplayedRun, { received: changed }: ReplayedRun): Differences {
  const before = new Map(correct.map((message) => [message.key, message]));
  const after = new Map(changed.map((message) => [message.key, message]));
  const found = [
    ...correct.flatMap((message) => differenceBetween(message, after.get(message.key)) ?? []),
    ...changed.flatMap(({ key, call }): readonly MessageDifference[] =>
      before.has(key) ? [] : [{ call, what: 'extra' }],
    ),
  ];
  return { messages: found.length, first: found[0] };
}

function differenceBetween(
  correct: ReceivedMessage,
  changed: ReceivedMessage | undefined,
): MessageDifference | undefined {
  const { call } = correct;
  if (changed === undefined) return { call, what: 'missing' };
  if (correct.status !== changed.status) {
    return { call, what: 'status', correct: String(correct.status), changed: String(changed.status) };
  }
  const header = [...new Set([...Object.keys(correct.headers), ...Object.keys(changed.headers)])].find(
    (name) => correct.headers[name] !== changed.headers[name] && name !== 'content-length',
  );
  // A body of another length says more than its length does.
  if (correct.body !== changed.body) return bodyDifference(correct, changed);
  if (header === undefined) return undefined;
  return { call, what: 'header', at: header };
}

function bodyDifference({ call, body }: ReceivedMessage, changed: ReceivedMessage): MessageDifference {
  const [one, other] = [parsed(body), parsed(changed.body)];
  const path = one === undefined || other === undefined ? undefined : firstDifference(one, other);
  if (path === undefined) return { call, what: 'body' };
  return { call, what: 'value', at: formatPointer(path), correct: kindAt(one, path), changed: kindAt(other, path) };
}

/** Returns the path of the first difference. Signed image URLs count: their queries are bytes, too. */
function firstDifference(one: unknown, other: unknown, path: JsonPath = []): JsonPath | undefined {
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length ? firstOf(one, other, path) : path;
  if (isObject(one) && isObject(other)) return firstOf(one, other, path);
  return Object.is(one, other) ? undefined : path;
}

function firstOf(one: object, other: object, path: JsonPath): JsonPath | undefined {
  const [before, after] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const found = firstDifference(before.get(key), after.get(key), [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function kindAt(document: unknown, path: readonly (string | number)[]): string {
  let value = document;
  for (const key of path) value = Object(value)[key];
  return kindOf(value);
}
