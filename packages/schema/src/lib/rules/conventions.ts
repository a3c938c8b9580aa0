import type { JsonPath } from '@idvkit/json';

import type { JsonNode } from '../check/json-node.ts';
import { readDateTime } from '../conventions/date-time.ts';
import { defineRules, rulesOf } from './rule-entry.ts';

const { bodyRule } = rulesOf('Conventions', {
  supplies: [],
  needs: 'A result call that returns 200, or a delivery.',
});
const endpoints = rulesOf('Endpoints', { supplies: [] });

/** Returns the tries of both camera checks. */
function attemptsOf(body: JsonNode): readonly JsonNode[] {
  return ['identity_document', 'liveness'].flatMap((check) => body.at('extra', 'ekyc', check, 'attempts').items());
}

/** Returns every position where a timestamp is known to stand; `consent_date.value` is the one exception. */
function timestampsOf(body: JsonNode): readonly JsonNode[] {
  const runs = body
    .at('extra', 'identity_aml')
    .members()
    .flatMap((provider) => provider.items());
  return [
    body.at('event', 'created_at'),
    body.at('application', 'submitted_at'),
    ...body
      .at('answers')
      .members()
      .flatMap((answer) => [answer.at('created_at'), answer.at('updated_at')]),
    ...attemptsOf(body).map((attempt) => attempt.at('created_at')),
    ...runs.map((run) => run.at('timestamp')),
  ];
}

/** Deepest position that the specification shows anything of, with room to spare. */
const MAX_DEPTH = 32;

/**
 * Returns whether the form of the value at `path` is not shown: a statement, an answer's own value, or what a screening was
 * given (`input`) and what the provider recorded (`content`).
 */
function isForeign(path: JsonPath): boolean {
  const [root, member] = path;
  if (path.length > MAX_DEPTH) return true;
  if (root === 'answers') return path.length === 3 && path[2] === 'value';
  if (root !== 'extra') return false;
  return (
    member === 'bank_statement' ||
    (member === 'identity_aml' && path.slice(3).some((key) => key === 'input' || key === 'content'))
  );
}

/** Returns whether a null at `path` is one that the service writes, or breaks another rule. */
function mayBeNull(path: JsonPath): boolean {
  if (path.length === 2 && path[0] === 'application' && path[1] === 'submitted_at') return true;
  return path[0] === 'answers' && (path.length === 2 || (path.length === 3 && path[2] === 'value'));
}

/** Finds the nulls that break the rule. It walks plain values: a payload has hundreds, and few bodies a null. */
function nullsIn(root: unknown): readonly JsonPath[] {
  const found: JsonPath[] = [];
  const path: (string | number)[] = [];
  const visit = (value: unknown, step: string | number): void => {
    path.push(step);
    if (value === null) {
      if (!mayBeNull(path)) found.push([...path]);
    } else if (typeof value === 'object' && !isForeign(path)) visitChildren(value);
    path.pop();
  };
  const visitChildren = (value: object): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, index);
    else for (const [key, member] of Object.entries(value)) visit(member, key);
  };
  // Few bodies have a null anywhere, and to keep the path costs more than to look for one.
  if (typeof root === 'object' && root !== null && holdsNull(root, MAX_DEPTH)) visitChildren(root);
  return found;
}

/** Returns whether there is a null up to a number of levels below a value. */
function holdsNull(value: object, levels: number): boolean {
  for (const child of Array.isArray(value) ? value : Object.values(value)) {
    if (child === null) return true;
    if (typeof child === 'object' && levels > 0 && holdsNull(child, levels - 1)) return true;
  }
  return false;
}

export const conventionsRules = defineRules({
  'convention.timestamp.offset': bodyRule('Timestamps are ISO 8601 with the offset `+00:00`, except `consent_date`', {
    supplies: ['submitted-application'],
    reach: 'submitted',
    check(body) {
      for (const timestamp of timestampsOf(body)) {
        const read = timestamp.parsed(readDateTime);
        // A value that is not a date-time breaks the rule about its position.
        if (read === undefined) continue;
        timestamp.expect(
          read.iso && read.offset === '+00:00',
          'A timestamp is not written as ISO 8601 with the offset +00:00',
          'ISO 8601 with +00:00',
        );
      }
    },
  }),
  'convention.omitted-not-null': bodyRule('A field that does not apply is left out; only `submitted_at` is ever null', {
    check(body) {
      if (body.at('application').isObject) body.pass();
      for (const path of nullsIn(body.value)) {
        body.follow(path).fail('A field is null; one that does not apply should be left out');
      }
    },
  }),
  'convention.ids.integer': bodyRule('Identifiers of applications, scans and tries are integers', {
    check(body) {
      for (const id of [body.at('application'), ...attemptsOf(body)].map((owner) => owner.at('id'))) {
        if (!id.isAbsent) id.expectKind('integer', 'An identifier is not an integer');
      }
    },
  }),
  'convention.json': endpoints.exchange('Bodies are JSON and sent as `application/json`'),
});
