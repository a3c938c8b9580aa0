import type { Endpoint } from '../observation/condition.ts';

/** One of the five endpoints of the service. */
export type ServiceEndpoint = Exclude<Endpoint, 'image' | 'other'>;

/** The method that an endpoint is called with. @see Specification, "Endpoints" */
export const ENDPOINT_METHODS: Readonly<Record<ServiceEndpoint, 'GET' | 'POST'>> = {
  create: 'POST',
  result: 'GET',
  info: 'GET',
  submit: 'POST',
  resend: 'POST',
};

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
