import { arrayAt, at, isObject, type JsonPath, objectAt } from '@idvkit/json';

import type { Exchange } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import { fail, pass } from '../rule/judgement.ts';
import { defineRule, type RuleOf } from '../rule/rule.ts';
import { resultOf, submissionOf, type ApplicationSnapshot } from './application-reads.ts';

const REFUSING_STATUSES = new Set([401, 403, 404]);
/** Shorter values turn up in any text by chance. */
const MIN_DISTINCTIVE_LENGTH = 5;
/** Values that identify no one. */
const COMMON_VALUES = new Set(['front_card', 'passport', 'parts', 'false']);
/** Keys that only a result has. */
const RESULT_MEMBERS = ['application', 'answers', 'extra', 'other_status', 'schema_config'];

export const leaksNothing: RuleOf<'timeline'> = defineRule('auth.no-leak', {
  scope: 'timeline',
  needs: 'A refused call on an application of which a result or a delivery was seen.',
  *judge(timeline) {
    const snapshots = snapshotsOf(timeline);
    const [first] = snapshots;
    const secrets = new Set(snapshots.flatMap(secretsOf));
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

function isDeletedRead({ condition }: Exchange): boolean {
  return condition.application === 'deleted' && condition.credential === 'valid';
}

function snapshotsOf({ observations }: Timeline): readonly ApplicationSnapshot[] {
  return observations.flatMap((observation) => resultOf(observation) ?? submissionOf(observation) ?? []);
}

function secretsOf({ body }: ApplicationSnapshot): readonly string[] {
  const values = Object.values(objectAt(body, 'answers') ?? {}).map((answer) => at(answer, 'value'));
  return [at(body, 'application', 'no'), ...values]
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map(String)
    .filter((value) => value.length >= MIN_DISTINCTIVE_LENGTH && !COMMON_VALUES.has(value));
}

function holds(text: string, value: string): boolean {
  if (text.includes(value)) return true;
  const inJson = JSON.stringify(value).slice(1, -1);
  return text.includes(inJson) || text.includes(asciiJson(inJson));
}

/** Escapes every character beyond ASCII, as some JSON writers do. */
function asciiJson(text: string): string {
  return text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

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
