import { at, isObject, type JsonObject, objectAt } from '@idvkit/json';
import { knownAnswers } from '@idvkit/schema';

import { has } from '../../observe/json.ts';
import type { Observation } from '../../observe/observation.ts';
import { resultOf } from '../rules/application-reads.ts';
import { listed, type Discovery } from './discovery.ts';

const KNOWN_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  application: ['id', 'no', 'form', 'slug', 'status', 'other_status', 'submitted_at'],
  extra: ['ekyc', 'identity_aml', 'bank_statement'],
  'extra.ekyc': ['face_compare', 'liveness', 'identity_document'],
};

const ROOT_MEMBERS = ['event', 'application', 'answers', 'extra'];

/** Lists keys and columns of results and deliveries that the specification does not show, never their values. */
export function* openPayloads(observations: readonly Observation[]): Generator<Discovery> {
  for (const observation of observations) {
    const body = bodyOf(observation);
    if (body === undefined) continue;
    for (const { about, seen } of [...names(body), ...facts(body)]) yield { about, seen, observation: observation.id };
  }
}

function bodyOf(observation: Observation): JsonObject | undefined {
  if (observation.kind !== 'delivery') return resultOf(observation)?.body;
  const { json } = observation.request.body;
  return isObject(json) && objectAt(json, 'application') ? json : undefined;
}

type Fact = Omit<Discovery, 'observation'>;

function* names(body: JsonObject): Generator<Fact> {
  const members: readonly (readonly [string, JsonObject | undefined, readonly string[]])[] = [
    ['keys beside the known ones', body, ROOT_MEMBERS],
    ...Object.entries(KNOWN_MEMBERS).map(
      ([place, known]) => [`keys in ${place}`, objectAt(body, ...place.split('.')), known] as const,
    ),
    ['answers beside the known ones', objectAt(body, 'answers'), Object.keys(knownAnswers)],
    ['status columns', objectAt(body, 'application', 'other_status'), ['ekyc']],
  ];
  for (const [about, object, known] of members) {
    const others = Object.keys(object ?? {}).filter((key) => !known.includes(key));
    if (others.length > 0) yield { about, seen: listed(others) };
  }
}

function* facts(body: JsonObject): Generator<Fact> {
  const { id, no } = objectAt(body, 'application') ?? {};
  const digits = typeof no === 'string' ? /^COK00(\d{1,40})$/.exec(no)?.[1] : undefined;
  if (digits !== undefined && Number.isInteger(id)) {
    const padded = digits.length > String(id).length;
    yield {
      about: 'pad width of application.no',
      seen: padded ? `${digits.length} digits` : `no padding at ${digits.length} digits`,
    };
  }
  const { score, status } = objectAt(body, 'extra', 'ekyc', 'face_compare') ?? {};
  const band = typeof score === 'number' ? bandOf(score) : undefined;
  if (band !== undefined && typeof status === 'string') {
    yield { about: 'scores between the bands', seen: `between ${band}: ${listed([status])}` };
  }
  const extra = objectAt(body, 'extra');
  if (extra && has(extra, 'bank_statement')) yield { about: 'extra.bank_statement', seen: bankStatement(extra) };
  yield* hits(body);
  const { status: state, submitted_at } = objectAt(body, 'application') ?? {};
  if (state === 'expired') {
    yield { about: 'submitted_at once expired', seen: submitted_at === null ? 'null' : 'a value' };
  }
}

function bandOf(score: number): string | undefined {
  if (score > 60 && score < 61) return '60 and 61';
  return score > 69 && score < 70 ? '69 and 70' : undefined;
}

function bankStatement(extra: JsonObject): string {
  const statement = extra['bank_statement'];
  return isObject(statement) ? `an object with ${listed(Object.keys(statement)) || 'nothing in it'}` : 'no object';
}

function* hits(body: JsonObject): Generator<Fact> {
  for (const [provider, runs] of Object.entries(objectAt(body, 'extra', 'identity_aml') ?? {})) {
    for (const run of Array.isArray(runs) ? runs : []) {
      const entries: unknown = at(run, 'output', provider);
      for (const entry of Array.isArray(entries) ? entries : []) {
        const hit = at(entry, 'output', 'content', 'data', 'hits', 0);
        if (isObject(hit)) yield { about: 'keys of a hit', seen: listed(Object.keys(hit)) };
      }
    }
  }
}
