import { at, isObject, type JsonPath, objectAt } from '@idvkit/json';

import { isServiceEndpoint } from '../../observe/condition.ts';
import { headerOf, saysJson } from '../../observe/headers.ts';
import { readDateTime } from '../rule/date-time.ts';
import { fail, pass, inconclusive } from '../rule/judgement.ts';
import { amlRunsOf, answerObjectsOf, attemptsOf, type Part } from '../rule/payload-parts.ts';
import { definePayloadRule, look } from '../rule/payload-rule.ts';
import type { Payload } from '../rule/payload.ts';
import { defineRule, type Rule } from '../rule/rule.ts';

const needsPayload = 'A result call that is answered with 200, or a delivery.';

/** Every place of a payload where a timestamp is known to stand; `consent_date.value` is the one exception. */
function* timestampsOf(payload: Payload): Generator<Part> {
  const { body } = payload;
  yield { path: ['event', 'created_at'], value: at(body, 'event', 'created_at') };
  yield { path: ['application', 'submitted_at'], value: at(body, 'application', 'submitted_at') };
  for (const { path, value } of answerObjectsOf(payload)) {
    for (const member of ['created_at', 'updated_at']) yield { path: [...path, member], value: value[member] };
  }
  for (const check of ['identity_document', 'liveness'] as const) {
    for (const { path, value } of attemptsOf(payload, check)) {
      yield { path: [...path, 'created_at'], value: at(value, 'created_at') };
    }
  }
  for (const { path, value } of amlRunsOf(payload)) {
    yield { path: [...path, 'timestamp'], value: value['timestamp'] };
  }
}

const timestampsHaveOffset = definePayloadRule('convention.timestamp.offset', {
  needs: needsPayload,
  *inspect(payload) {
    for (const { path, value } of timestampsOf(payload)) {
      const read = readDateTime(value);
      // What is no date-time at all is a finding of the rule about its place.
      if (read === undefined) continue;
      yield look(read.iso && read.offset === '+00:00', {
        message: 'A timestamp is not written as ISO 8601 with the offset +00:00',
        path,
        expected: 'ISO 8601 with +00:00',
        actual: value,
      });
    }
  },
});

/** Deepest place that the specification shows anything of, with room to spare. */
const DEPTH_LIMIT = 32;

/**
 * Tells whether the form of what stands at `path` is not shown: a statement, an answer's own value, or what a screening was
 * given (`input`) and what the provider recorded (`content`).
 */
function isForeign(path: JsonPath): boolean {
  const [root, member] = path;
  if (path.length > DEPTH_LIMIT) return true;
  if (root === 'answers') return path.length === 3 && path[2] === 'value';
  if (root !== 'extra') return false;
  return (
    member === 'bank_statement' ||
    (member === 'identity_aml' && path.slice(3).some((key) => key === 'input' || key === 'content'))
  );
}

/** Whether a null at `path` is what the rule is not about: one that the service writes, or another rule's finding. */
function mayBeNull(path: JsonPath): boolean {
  if (path.length === 2 && path[0] === 'application' && path[1] === 'submitted_at') return true;
  return path[0] === 'answers' && (path.length === 2 || (path.length === 3 && path[2] === 'value'));
}

const nothingIsNull = definePayloadRule('convention.omitted-not-null', {
  needs: needsPayload,
  *inspect({ body }) {
    if (objectAt(body, 'application') !== undefined) yield 'in order';
    const waiting: Part[] = [{ path: [], value: body }];
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      const { path, value } = part;
      if (value === null && !mayBeNull(path)) {
        yield { message: 'A field is null; one that does not apply should be left out', path };
      }
      if (typeof value !== 'object' || value === null || isForeign(path)) continue;
      const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
      for (const [key, member] of members) waiting.push({ path: [...path, key], value: member });
    }
  },
});

/** Identifiers that a payload shows; those of a provider are its own. */
function* identifiersOf(payload: Payload): Generator<Part> {
  yield { path: ['application', 'id'], value: at(payload.body, 'application', 'id') };
  for (const check of ['identity_document', 'liveness'] as const) {
    for (const { path, value } of attemptsOf(payload, check)) yield { path: [...path, 'id'], value: at(value, 'id') };
  }
}

const idsAreIntegers = definePayloadRule('convention.ids.integer', {
  needs: needsPayload,
  *inspect(payload) {
    for (const { path, value } of identifiersOf(payload)) {
      if (value === undefined || value === null) continue;
      yield look(Number.isInteger(value), {
        message: 'An identifier is not an integer',
        path,
        expected: 'integer',
        actual: value,
      });
    }
  },
});

const bodiesAreJson = defineRule('convention.json', {
  scope: 'exchange',
  needs: 'A call that is answered with 2xx and a body.',
  *judge(exchange) {
    const { condition, response } = exchange;
    if (response === undefined || !isServiceEndpoint(condition.endpoint) || condition.locale === 'unrecognised') return;
    // Errors have a rule of their own: error.content-type.json.
    if (response.status < 200 || response.status > 299 || response.body.size === 0) return;
    const { headers, body } = response;
    if (!saysJson(headers)) {
      yield fail(exchange, {
        message: 'A body is not sent as application/json',
        expected: 'application/json',
        actual: headerOf(headers, 'content-type') ?? 'no Content-Type',
      });
    } else if (body.json === undefined) {
      // Of a body that was not read to its end nobody knows.
      if (!body.truncated) yield fail(exchange, { message: 'A body that is sent as application/json is not JSON' });
    } else if (isObject(body.json) && Object.keys(body.json).length === 0) {
      yield inconclusive('No call was answered with a body that holds anything.', exchange);
    } else yield pass(exchange);
  },
});

/** Judges of the conventions that hold everywhere. */
export const conventionsRules: readonly Rule[] = [timestampsHaveOffset, nothingIsNull, idsAreIntegers, bodiesAreJson];
