import { isObject, objectAt } from '@idvkit/json';

import { isServiceEndpoint, UNKNOWN_CONDITION, type BodyClass, type Condition } from '../observe/condition.ts';
import { headerOf } from '../observe/headers.ts';
import type { KnownApplications, PlacedCall } from './known-applications.ts';
import type { KnownTokens } from './known-tokens.ts';
import type { RecordingFacts } from './recording-facts.ts';

export interface Known {
  readonly tokens: KnownTokens;
  readonly applications: KnownApplications;
  readonly facts: RecordingFacts;
}

/** Infers the condition of a recorded call. What the recording does not prove is `unknown`. */
export function inferCondition(
  call: PlacedCall & Pick<Condition, 'locale'>,
  { tokens, applications, facts }: Known,
): Condition {
  const { endpoint, locale } = call;
  const method = call.method.toUpperCase();
  const credential = tokens.credentialOf(call);
  if (!isServiceEndpoint(endpoint)) return { ...UNKNOWN_CONDITION, endpoint, method, locale, credential };
  const isServed = call.answer !== undefined && call.answer.status >= 200 && call.answer.status < 300;
  const badKeys = endpoint === 'create' ? badKeysOf(call, facts) : [];
  return {
    endpoint,
    method,
    locale,
    credential,
    application: applications.stateOf(call),
    flow: applications.flowOf(call),
    ...(badKeys.length > 0 ? { body: 'bad-format', badKeys } : { body: bodyClassOf(call, isServed) }),
    credit: endpoint === 'create' && isServed ? 'enough' : 'unknown',
  };
}

function badKeysOf({ requestBody }: PlacedCall, { badAnswers = {} }: RecordingFacts): readonly string[] {
  const answers = objectAt(requestBody?.json, 'answers') ?? {};
  return Object.keys(badAnswers).filter((key) => Object.hasOwn(answers, key) && answers[key] === badAnswers[key]);
}

/** Classifies a body by its content; accepted answers were valid. */
function bodyClassOf({ endpoint, requestBody, requestHeaders }: PlacedCall, isServed: boolean): BodyClass {
  if (requestBody === undefined || requestBody.truncated) return 'unknown';
  if (requestBody.size === 0) return headerOf(requestHeaders, 'content-type') === undefined ? 'absent' : 'empty';
  const { json } = requestBody;
  if (json === undefined) return 'not-json';
  if (!isObject(json)) return 'not-object';
  if (Object.keys(json).length === 0) return 'empty-object';
  const answers = Object.values(objectAt(json, 'answers') ?? {});
  if (answers.some((answer) => typeof answer === 'object' && answer !== null)) return 'nested-answers';
  return isServed && (endpoint === 'create' || endpoint === 'submit') ? 'valid-answers' : 'unknown';
}
