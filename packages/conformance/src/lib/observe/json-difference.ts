import { isObject, type JsonObject, type JsonPath } from '@idvkit/json';

import { has } from './json.ts';

interface Pair {
  readonly one: unknown;
  readonly other: unknown;
  readonly way?: Way;
}

interface Way {
  readonly step: string | number;
  readonly before?: Way | undefined;
}

const SIGNED_IMAGE = /\/api\/ekyc\/[^/]+\/result\/image\/$/;

/** Returns the path of a difference between two documents. Key order and queries of signed image URLs do not matter. */
export function differenceOf(one: unknown, other: unknown): JsonPath | undefined {
  const pending: Pair[] = [{ one, other }];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const { one, other, way } = pair;
    if (Array.isArray(one) && Array.isArray(other)) {
      if (one.length !== other.length) return pathOf(way);
      for (const [step, value] of one.entries())
        pending.push({ one: value, other: other[step], way: { step, before: way } });
    } else if (isObject(one) && isObject(other)) {
      for (const step of new Set([...Object.keys(one), ...Object.keys(other)])) {
        pending.push({ one: own(one, step), other: own(other, step), way: { step, before: way } });
      }
    } else if (!isSameScalar(one, other)) return pathOf(way);
  }
  return undefined;
}

function own(object: JsonObject, key: string): unknown {
  return has(object, key) ? object[key] : undefined;
}

function isSameScalar(one: unknown, other: unknown): boolean {
  if (Object.is(one, other) || (one === 0 && other === 0)) return true;
  const image = imagePlace(one);
  return image !== undefined && image === imagePlace(other);
}

function imagePlace(value: unknown): string | undefined {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  return url && SIGNED_IMAGE.test(url.pathname) && url.searchParams.has('q') ? url.pathname : undefined;
}

function pathOf(way: Way | undefined): JsonPath {
  const path: (string | number)[] = [];
  for (let here = way; here !== undefined; here = here.before) path.push(here.step);
  return path.toReversed();
}
