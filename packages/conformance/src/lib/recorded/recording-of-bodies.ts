import { CliError, counted } from '@idvkit/cli-kit';
import { at, isObject, objectAt, stringAt } from '@idvkit/json';
import { readDateTime, ruleEntry, type RuleId } from '@idvkit/schema/rules';

import { UNKNOWN_CONDITION, type Endpoint } from '../observe/condition.ts';
import { has } from '../observe/json.ts';
import { emptyBody, type MessageBody } from '../observe/message-body.ts';
import type { Observation } from '../observe/observation.ts';
import { readNote, recordedContext, type Recording, type RecordingOptions } from './recording.ts';

/** Converts named bodies to a recording. @throws {CliError} `recording-unknown`. */
export function recordingOfBodies(
  bodies: readonly (readonly [name: string, body: MessageBody])[],
  { baseUrl, formSlug = '' }: RecordingOptions,
): Recording {
  return {
    observations: bodies.map(([name, body], index) => {
      const kind = kindOfBody(body.json);
      if (kind === undefined) throw unknownBody(name, 'it is like no body of the service');
      return bodyObservation(kind, body, { number: index + 1, given: `${name}, read as ${READ_AS[kind]}` });
    }),
    target: { baseUrl: baseUrl ?? '', formSlug, kind: 'recorded' },
    context: recordedContext(baseUrl),
    undecidable: undecidableByBody,
    isOfBodies: true,
    notes: [readNote(counted(bodies.length, 'body', 'bodies'), [])],
    secrets: [],
  };
}

export function unknownBody(
  name: string,
  state: string,
  fix = 'Give an HTTP archive (HAR 1.2), a folder of idvkit capture, or a body of the service as JSON.',
): CliError {
  return new CliError({ code: 'recording-unknown', message: `Cannot check "${name}": ${state}.`, fix });
}

type BodyKind = 'delivery' | 'result' | 'info' | 'created' | 'error';

const BARE = 'A body alone does not show it: give its traffic as an HTTP archive.';

export function undecidableByBody(id: RuleId): string | undefined {
  const { binds, body, seenBy, decidedBy } = ruleEntry(id);
  const isAboutBody = seenBy === 'body' || (body !== undefined && seenBy !== 'exchange');
  return isAboutBody && decidedBy === undefined && binds === 'service' ? undefined : BARE;
}

function kindOfBody(json: unknown): BodyKind | undefined {
  if (!isObject(json)) return undefined;
  if (has(json, 'event')) return 'delivery';
  if (has(json, 'error')) return 'error';
  if (has(json, 'schema_config') || has(json, 'data')) return 'info';
  if (has(json, 'application')) return 'result';
  return has(json, 'form_url') || has(json, 'info') || objectAt(json, 'detail') !== undefined ? 'created' : undefined;
}

const READ_AS: Readonly<Record<BodyKind, string>> = {
  delivery: 'a delivery',
  result: 'a result',
  info: 'an info',
  created: 'a created application',
  error: 'an error',
};

const ANSWERS: Readonly<Record<Exclude<BodyKind, 'delivery'>, readonly [Endpoint, number]>> = {
  result: ['result', 200],
  info: ['info', 200],
  created: ['create', 201],
  error: ['result', 404],
};

/** Creates the observation that a body would be part of, with all else unknown. */
function bodyObservation(
  kind: BodyKind,
  body: MessageBody,
  { number, given }: { readonly number: number; readonly given: string },
): Observation {
  const slug = stringAt(body.json, 'application', 'slug');
  if (kind === 'delivery') {
    return {
      kind: 'delivery',
      id: `d${number}`,
      at: readDateTime(at(body.json, 'event', 'created_at'))?.at ?? 0,
      receiver: 'body',
      bearer: 'unknown',
      request: { method: 'POST', url: '/', headers: [], body },
      answer: { kind: 'none' },
      given,
      ...(slug === undefined ? {} : { slug }),
    };
  }
  const [endpoint, usual] = ANSWERS[kind];
  const stated = kind === 'error' ? at(body.json, 'error', 'status_code') : undefined;
  const status = typeof stated === 'number' && Number.isInteger(stated) && stated >= 400 ? stated : usual;
  const method = endpoint === 'create' ? 'POST' : 'GET';
  return {
    kind: 'exchange',
    id: `x${number}`,
    at: 0,
    condition: { ...UNKNOWN_CONDITION, endpoint, method },
    request: { method, url: 'https://service.invalid/', headers: [], body: emptyBody },
    response: { status, headers: [], body, durationMs: 0 },
    given,
  };
}
