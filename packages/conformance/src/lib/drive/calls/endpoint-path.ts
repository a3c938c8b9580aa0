import type { ServiceEndpoint } from '../../observe/condition.ts';

const LAST_SEGMENTS = { result: 'result', info: 'info', submit: 'submit', resend: 'hook-submit' } as const;

/**
 * Builds the path of an endpoint, with a slash at both ends.
 *
 * @param place `slug` is left out on create alone.
 * @see Specification, "Endpoints"
 */
export function endpointPath(
  endpoint: ServiceEndpoint,
  place: { readonly lang: string; readonly formSlug: string; readonly slug?: string },
): string {
  const form = `/${encodeURIComponent(place.lang)}/api/forms/${encodeURIComponent(place.formSlug)}`;
  if (endpoint === 'create') return `${form}/create/`;
  return `${form}/applied-forms/${encodeURIComponent(place.slug ?? '')}/${LAST_SEGMENTS[endpoint]}/`;
}
