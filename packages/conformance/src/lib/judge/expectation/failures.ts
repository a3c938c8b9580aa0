import { ENDPOINTS } from '@idvkit/schema';

import {
  isServiceEndpoint,
  type ApplicationState,
  type Condition,
  type Credential,
  type ServiceEndpoint,
} from '../../observe/condition.ts';

export type FailureKind =
  | 'unrecognised-locale'
  | 'get-on-post-only'
  | 'other-method'
  | 'absent-credential'
  | 'invalid-token'
  | 'revoked-token'
  | 'other-scheme'
  | 'other-workspace'
  | 'unknown-form'
  | 'unknown-slug'
  | 'deleted-application'
  | 'expired-application'
  | 'already-submitted'
  | 'camera-flow'
  | 'missing-required'
  | 'bad-format'
  | 'nested-answers'
  | 'unsuitable-body'
  | 'too-little-credit';

export interface Failure {
  readonly kind: FailureKind;
  /** False if it is unknown that the reason holds, or the specification does not show that it is one. */
  readonly certain: boolean;
}

export type ServiceCondition = Condition & { readonly endpoint: ServiceEndpoint };

export function isServiceCondition(condition: Condition): condition is ServiceCondition {
  return isServiceEndpoint(condition.endpoint);
}

/** Lists the reasons for a call to fail. @see Specification, "Endpoints", "Authentication", "States and transitions" */
export function failuresOf(condition: Condition): readonly Failure[] {
  if (!isServiceCondition(condition)) return [];
  return [
    ...ofLocale(condition),
    ...ofMethod(condition),
    ...ofCredential(condition),
    ...ofForm(condition),
    ...ofApplication(condition),
    ...(condition.endpoint === 'create' ? ofCreate(condition) : []),
    ...(condition.endpoint === 'submit' ? ofSubmit(condition) : []),
  ];
}

function certain(kind: FailureKind): Failure {
  return { kind, certain: true };
}

function possible(kind: FailureKind): Failure {
  return { kind, certain: false };
}

function ofLocale({ locale }: ServiceCondition): readonly Failure[] {
  if (locale === 'platform') return [];
  return [locale === 'unrecognised' ? certain('unrecognised-locale') : possible('unrecognised-locale')];
}

function ofMethod({ endpoint, method }: ServiceCondition): readonly Failure[] {
  if (method === ENDPOINTS[endpoint].method) return [];
  return [certain(method === 'GET' ? 'get-on-post-only' : 'other-method')];
}

const CREDENTIAL_FAILURES: Readonly<Record<Credential, readonly FailureKind[]>> = {
  valid: [],
  absent: ['absent-credential'],
  invalid: ['invalid-token'],
  cut: ['invalid-token'],
  longer: ['invalid-token'],
  padded: ['invalid-token'],
  'other-case': ['invalid-token'],
  revoked: ['revoked-token'],
  'other-scheme': ['other-scheme'],
  'other-workspace': ['other-workspace'],
  unknown: ['absent-credential', 'invalid-token', 'other-workspace'],
};

function ofCredential(condition: ServiceCondition): readonly Failure[] {
  const kinds = CREDENTIAL_FAILURES[condition.credential];
  const needed = needsToken(condition);
  // The effect of the token of another workspace is not shown.
  const isOpen = condition.credential === 'unknown' || condition.credential === 'other-workspace';
  if (needed === 'yes' && !isOpen) return kinds.map(certain);
  // If no token is needed, its absence is not a failure; the effect of a bad one is not shown.
  return kinds.filter((kind) => needed !== 'no' || kind !== 'absent-credential').map(possible);
}

/** @see Specification, "Authentication" */
function needsToken({ endpoint, application }: ServiceCondition): 'yes' | 'no' | 'maybe' {
  if (endpoint !== 'info' || application === 'submitted') return 'yes';
  return application === 'unknown' || application === 'none' || application === 'expired' ? 'maybe' : 'no';
}

function ofForm({ endpoint, flow, application }: ServiceCondition): readonly Failure[] {
  if (endpoint === 'create') {
    if (flow === 'unknown-form') return [certain('unknown-form')];
    return flow === 'unknown' ? [possible('unknown-form')] : [];
  }
  // The answer for an existing application under a form that does not exist is not shown.
  return flow === 'unknown-form' && application !== 'unknown-slug' && application !== 'deleted'
    ? [possible('unknown-form')]
    : [];
}

const STATE_FAILURES: Readonly<Record<ApplicationState, readonly Failure[]>> = {
  open: [],
  submitted: [certain('already-submitted')],
  expired: [possible('expired-application')],
  deleted: [certain('deleted-application')],
  'unknown-slug': [certain('unknown-slug')],
  none: [possible('unknown-slug'), possible('deleted-application'), possible('already-submitted')],
  unknown: [possible('unknown-slug'), possible('deleted-application'), possible('already-submitted')],
};

function ofApplication({ endpoint, application }: ServiceCondition): readonly Failure[] {
  if (endpoint === 'create') return [];
  return STATE_FAILURES[application].filter(({ kind }) => {
    if (kind === 'already-submitted') return endpoint === 'submit';
    // A result and a resend do not depend on expiry; for the other endpoints its effect is not shown.
    return kind !== 'expired-application' || endpoint === 'info' || endpoint === 'submit';
  });
}

function ofCreate({ body, credit }: ServiceCondition): readonly Failure[] {
  const failures: Failure[] = [];
  if (body === 'bad-format') failures.push(certain(body));
  // The answer to nested answers is not stated; under an unknown key they may well be discarded.
  if (body === 'nested-answers') failures.push(possible(body));
  if (body === 'not-json' || body === 'not-object') failures.push(possible('unsuitable-body'));
  if (body === 'unknown') failures.push(possible('bad-format'), possible('nested-answers'));
  if (credit === 'too-little' || credit === 'none') failures.push(certain('too-little-credit'));
  if (credit === 'unknown') failures.push(possible('too-little-credit'));
  return failures;
}

function ofSubmit({ flow, body }: ServiceCondition): readonly Failure[] {
  // A camera flow answers 422 whatever the body holds.
  if (flow === 'camera') return [certain('camera-flow')];
  const failures: Failure[] = flow === 'plain' ? [] : [possible('camera-flow')];
  if (body === 'missing-required') failures.push(certain('missing-required'));
  else if (body !== 'valid-answers') failures.push(possible('unsuitable-body'));
  return failures;
}
