import { arrayAt, isObject, type JsonObject } from '@idvkit/json';
import { LOCALES_PATH } from '@idvkit/schema';

import type { MessageBody } from './message-body.ts';
import type { HeaderList, Observation } from './observation.ts';

/** Headers that say something about other applications than that of their message. */
const LIGHT_HEADERS: ReadonlySet<string> = new Set(['authorization', 'content-type', 'date', 'location']);
/** Enough to recognise an image. */
const LIGHT_BYTES = 16;
/** Bodies of this size stay whole: errors, and what a create returns. */
const MAX_LIGHT_BODY = 1024;

/**
 * Returns an observation without what only the checks of its own application need: most headers, bytes, answers, AML results and
 * the definition of the form. Run-wide checks come to the same with it.
 *
 * @param inputParameters Keys of answers to keep: they identify applications.
 */
export function lightObservation(observation: Observation, inputParameters: readonly string[]): Observation {
  if (observation.kind !== 'exchange' && observation.kind !== 'delivery') return observation;
  const request = { ...observation.request, headers: lightHeaders(observation.request.headers) };
  if (observation.kind === 'delivery') {
    return { ...observation, request: { ...request, body: lightBody(request.body, inputParameters) } };
  }
  const { response } = observation;
  return {
    ...observation,
    request: { ...request, body: withoutBytes(request.body) },
    ...(response && {
      response: {
        ...response,
        headers: lightHeaders(response.headers),
        body: lightBody(response.body, inputParameters),
      },
    }),
  };
}

/** Drops the bytes of a request: what it sends decides how it must be answered. */
export function withoutBytes(body: MessageBody): MessageBody {
  return { ...body, bytes: NO_BYTES };
}

const NO_BYTES = new Uint8Array();

export function lightHeaders(headers: HeaderList): HeaderList {
  const kept = headers.filter(([name]) => LIGHT_HEADERS.has(name.toLowerCase()));
  // Whether there are any says if the recorder kept them.
  return kept.length > 0 ? kept : headers.slice(0, 1).map(([name]) => [name, '']);
}

export function lightBody(
  { size, bytes, truncated, json }: MessageBody,
  inputParameters: readonly string[],
): MessageBody {
  return {
    size,
    bytes: json === undefined ? new Uint8Array(bytes.subarray(0, LIGHT_BYTES)) : NO_BYTES,
    truncated,
    json: isObject(json) && size > MAX_LIGHT_BODY ? lightJson(json, inputParameters) : json,
  };
}

/** Keeps the header of the event, the application, images, locales of the form, and answers that identify an application. */
function lightJson(json: JsonObject, inputParameters: readonly string[]): JsonObject {
  const { answers, extra, schema_config: form, ...rest } = json;
  return {
    ...rest,
    ...(isObject(answers) && {
      answers: Object.fromEntries(Object.entries(answers).filter(([key]) => inputParameters.includes(key))),
    }),
    ...(isObject(extra) && { extra: { ekyc: extra['ekyc'] } }),
    ...(isObject(form) && { schema_config: lightForm(json) }),
  };
}

function lightForm(json: JsonObject): JsonObject {
  const [, ...path] = LOCALES_PATH;
  const locales = arrayAt(json, ...LOCALES_PATH);
  return path.reduceRight<unknown>((below, key) => ({ [key]: below }), locales) as JsonObject; // The path is not empty.
}
