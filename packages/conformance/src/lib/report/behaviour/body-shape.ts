import { isObject } from '@idvkit/json';
import { PRIVACY_ROOT, privacyBelow, type PrivacyNode } from '@idvkit/schema/privacy';

import type { MessageBody } from '../../observe/message-body.ts';
import type { Masker } from '../mask/masker.ts';
import { MASKED } from '../mask/shape-of.ts';
import type { SeenValue } from './tally.ts';

/** The members of one object of a body. */
export interface ObjectShape {
  /** Position without indices: `extra.ekyc`. Empty for the body. */
  readonly at: string;
  readonly members: readonly SeenValue[];
}

interface Position {
  readonly at: string;
  readonly node: PrivacyNode;
  readonly depth: number;
}

export interface ShapeOptions {
  readonly masker: Masker;
  readonly maxDepth: number;
  /** Positions whose keys are questions of the form, and differ from call to call. */
  readonly maps: readonly string[];
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Yields the names and kinds of the members of each object of a body, without values. */
export function* bodyShape({ size, json }: MessageBody, options: ShapeOptions): Generator<ObjectShape> {
  const kind = size === 0 ? 'no body' : json === undefined ? 'not JSON' : kindOf(json, PRIVACY_ROOT);
  yield { at: '', members: [{ value: kind, isSure: true }] };
  yield* shapes(json, { at: '', node: PRIVACY_ROOT, depth: 0 }, options);
}

function* shapes(value: unknown, { at, node, depth }: Position, options: ShapeOptions): Generator<ObjectShape> {
  const { masker, maxDepth, maps } = options;
  if (depth >= maxDepth) return;
  if (Array.isArray(value)) {
    const position = { at: `${at}[]`, node: privacyBelow(node, 0), depth };
    for (const item of value) yield* shapes(item, position, options);
    return;
  }
  if (!isObject(value)) return;
  const isHit = at.endsWith('hits[]');
  const isMap = maps.includes(at);
  const members = Object.entries(value).map(([key, item]) => {
    const below = privacyBelow(node, key);
    const { name, isSure } = isMap
      ? { name: '*', isSure: true }
      : masker.name(key, { node, isRecord: isHit || at === '' });
    return { name, isSure, item, below };
  });
  yield {
    at,
    members: members.map(({ name, isSure, item, below }) => ({ value: `${name}: ${kindOf(item, below)}`, isSure })),
  };
  // Keys below a hit may be names of persons.
  if (isHit) return;
  for (const { name, isSure, item, below } of members) {
    const step = isSure && name !== MASKED ? name : '*';
    yield* shapes(item, { at: at === '' ? step : `${at}.${step}`, node: below, depth: depth + 1 }, options);
  }
}

function kindOf(value: unknown, { privacy }: PrivacyNode): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value !== 'string') return typeof value;
  if (privacy?.class === 'slug' || privacy?.class === 'random') return identifierKind(value);
  const [moment, fraction = '', zone = 'no zone'] = TIME.exec(value) ?? [];
  if (moment === undefined) return 'string';
  return `time with ${fraction.length} decimals and ${zone === 'Z' || zone === '+00:00' ? zone : 'another zone'}`;
}

function identifierKind(text: string): string {
  if (UUID.test(text)) return 'UUID';
  const letters = /^[\da-f]+$/i.test(text)
    ? 'hexadecimal digits'
    : /^[\da-z]+$/i.test(text)
      ? 'letters and digits'
      : 'characters';
  return `${text.length} ${letters}`;
}
