import { arrayAt, at, isObject, type JsonPath, objectAt } from '@idvkit/json';

import type { Exchange } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import { fail, pass } from '../rule/judgement.ts';
import { defineRule, type RuleOf } from '../rule/rule.ts';
import { resultOf, submissionOf, type Sight } from './application-reads.ts';

const REFUSING_STATUSES = new Set([401, 403, 404]);
/** Shorter values turn up in any text by chance. */
const MIN_DISTINCTIVE_LENGTH = 5;
/** Values that say nothing about anybody. */
const COMMON_VALUES = new Set(['front_card', 'passport', 'parts', 'false']);
/** Members that are a result, or a part of one, wherever they stand. */
const RESULT_MEMBERS = ['application', 'answers', 'extra', 'other_status', 'schema_config'];

/** Looks for what is known of an application in the answers that refuse to tell it. */
export const leaksNothing: RuleOf<'timeline'> = defineRule('auth.no-leak', {
  scope: 'timeline',
  needs: 'A refused call on an application of which a result or a delivery was seen.',
  *judge(timeline) {
    const sights = sightsOf(timeline);
    const [first] = sights;
    const secrets = new Set(sights.flatMap(secretsOf));
    for (const exchange of timeline.exchanges) {
      const { response } = exchange;
      if (response === undefined || !REFUSING_STATUSES.has(response.status)) continue;
      const { json, bytes } = response.body;
      const member = memberOfResult(json);
      const text = new TextDecoder().decode(bytes);
      if (member !== undefined) {
        yield fail(exchange, {
          message: `A ${response.status} carries a part of the application's result`,
          path: member,
        });
      } else if ([...secrets].some((secret) => holds(text, secret))) {
        yield fail(exchange, {
          message: `A ${response.status} carries a value of the application's result`,
          ...(first && { also: [first.observation] }),
        });
      } else if (first && secrets.size > 0 && !isDeletedRead(exchange)) yield pass(exchange, first.observation);
    }
  },
});

/** A deleted application is gone: its 404 has nothing to leak. */
function isDeletedRead({ condition }: Exchange): boolean {
  return condition.application === 'deleted' && condition.credential === 'valid';
}

function sightsOf({ observations }: Timeline): readonly Sight[] {
  return observations.flatMap((observation) => resultOf(observation) ?? submissionOf(observation) ?? []);
}

/** Values of a result that tell something about its application, and that no error needs to hold. */
function secretsOf({ body }: Sight): readonly string[] {
  const values = Object.values(objectAt(body, 'answers') ?? {}).map((answer) => at(answer, 'value'));
  return [at(body, 'application', 'no'), ...values]
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String)
    .filter((value) => value.length >= MIN_DISTINCTIVE_LENGTH && !COMMON_VALUES.has(value));
}

/** Whether a text holds a value, written as it is or as JSON writes it. */
function holds(text: string, value: string): boolean {
  if (text.includes(value)) return true;
  const inJson = JSON.stringify(value).slice(1, -1);
  return text.includes(inJson) || text.includes(asciiJson(inJson));
}

/** JSON as writers put it that escape everything beyond ASCII. */
function asciiJson(text: string): string {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return units
    .map((unit) => (unit < 0x80 ? String.fromCharCode(unit) : `\\u${unit.toString(16).padStart(4, '0')}`))
    .join('');
}

/** Finds a member that looks like a part of a result: at the root of the body, or in its `error` or `detail`. */
function memberOfResult(json: unknown): JsonPath | undefined {
  const places: readonly JsonPath[] = [[], ['error'], ['error', 'detail'], ['detail'], ['data']];
  for (const place of places) {
    const object = objectAt(json, ...place);
    const member = RESULT_MEMBERS.find((key) => isFilled(at(object, key)));
    if (member !== undefined) return [...place, member];
  }
  return undefined;
}

function isFilled(value: unknown): boolean {
  return isObject(value) ? Object.keys(value).length > 0 : (arrayAt(value)?.length ?? 0) > 0;
}
