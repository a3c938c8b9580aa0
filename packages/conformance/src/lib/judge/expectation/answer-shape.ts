import { arrayAt, isObject, objectAt, stringAt } from '@idvkit/json';

import { headerOf } from '../../observe/headers.ts';
import type { Exchange } from '../../observe/observation.ts';
import type { BodyShape } from './expected-answers.ts';

/** An answer of the service. */
export type Answer = NonNullable<Exchange['response']>;

/**
 * Tells whether the body of an answer is, in outline, what it has to be. An answer of the right status whose body is
 * something else altogether has not earned that the status counts as kept.
 */
export function hasShape(answer: Answer, shape: BodyShape): boolean {
  return SHAPES[shape](answer.body.json, answer);
}

const SHAPES: Readonly<Record<BodyShape, (json: unknown, answer: Answer) => boolean>> = {
  created: (json) => (stringAt(json, 'detail', 'slug') ?? '') !== '',
  result: (json) => Object.keys(objectAt(json, 'application') ?? {}).length > 0,
  info: (json) => Object.keys(objectAt(json, 'data') ?? {}).length > 0,
  empty: (_json, { body }) => body.size === 0,
  redirect: (_json, { headers }) => (headerOf(headers, 'location') ?? '') !== '',
  envelope: (json) => objectAt(json, 'error') !== undefined,
  'envelope-of-messages': (json) => isMessages(objectAt(json, 'error', 'detail')),
  messages: isMessages,
  'bare-detail': (json) => stringAt(json, 'detail') !== undefined,
};

/** Tells whether a value is a map of question key to at least one message each, with at least one key. */
export function isMessages(value: unknown): value is Readonly<Record<string, readonly string[]>> {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => isMessageList(arrayAt(value, key)));
}

/** Tells whether a value is a non-empty array of strings. */
export function isMessageList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((message) => typeof message === 'string');
}
