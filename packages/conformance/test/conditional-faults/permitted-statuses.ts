import type { Values } from './values.ts';

/**
 * Returns the statuses that the specification permits for a call that several reasons refuse, by the values of the call: which reason
 * comes first is not shown. A fault that turns one of them into another breaks nothing.
 *
 * @see Specification, "Endpoints", "Authentication", "States and transitions"
 */
export function permittedStatuses(values: Values): ReadonlySet<number> {
  const { endpoint, method, locale, credential, state, flow, body, credit } = values;
  const needsToken = endpoint !== 'info' || state === 'submitted';
  return new Set([
    ...(locale === 'unknown' ? [302] : []),
    ...(method === 'get' ? [403] : []),
    ...(needsToken ? statusesOf(credential) : []),
    // The effect of a bad token where none is needed is not shown.
    ...(!needsToken && credential !== 'absent' && credential !== 'valid' ? [401, 403, 404] : []),
    ...(state === 'deleted' || state === 'unknown-slug' || flow === 'unknown' ? [404] : []),
    ...(endpoint === 'submit' ? statusesOfSubmit(values) : []),
    ...(endpoint === 'create' && body !== 'ordinary' ? statusesOfCreate(body) : []),
    ...(endpoint === 'create' && credit !== 'enough' ? [461] : []),
    // The effect of an expiry on info is not shown.
    ...(endpoint === 'info' && state === 'expired' ? [403, 404] : []),
  ]);
}

function statusesOf(credential: string | undefined): readonly number[] {
  if (credential === 'valid') return [];
  if (credential === 'absent') return [403];
  // A token of another workspace is valid there, and that workspace has no such application.
  return credential === 'other-workspace' ? [401, 404] : [401];
}

function statusesOfSubmit({ state, flow, body }: Values): readonly number[] {
  return [
    ...(state === 'submitted' ? [403] : []),
    ...(state === 'expired' ? [403, 404, 422] : []),
    ...(flow === 'camera' || (body !== 'ordinary' && body !== 'unknown-key' && body !== 'parameter') ? [422] : []),
  ];
}

function statusesOfCreate(body: string | undefined): readonly number[] {
  if (body === 'bad-format') return [422];
  return body === 'not-json' || body === 'other-shape' ? [400, 422] : [];
}
