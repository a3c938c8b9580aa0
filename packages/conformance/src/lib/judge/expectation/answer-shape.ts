import { arrayAt, isObject, objectAt, stringAt } from '@idvkit/json';

import { headerOf } from '../../observe/headers.ts';
import type { Exchange } from '../../observe/observation.ts';
import type { BodyShape } from './expected-answers.ts';

export type Answer = NonNullable<Exchange['response']>;

/** Checks that a body has the outline that its status needs. Without it, the right status proves nothing. */
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

export function isMessages(value: unknown): value is Readonly<Record<string, readonly string[]>> {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => isMessageList(arrayAt(value, key)));
}

export function isMessageList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((message) => typeof message === 'string');
}
