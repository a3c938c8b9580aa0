import { ENDPOINTS, type EndpointName } from '../endpoints/endpoint.ts';

/**
 * Reads the address of a service.
 *
 * @returns The address without the slash at its end.
 * @throws {TypeError} if it is none, or holds what does not belong there.
 */
export function readBaseUrl(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new TypeError('Cannot create client: baseUrl must be an http or https URL.');
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new TypeError('Cannot create client: baseUrl must have no credentials, query or fragment.');
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

/** The address of an endpoint. @throws {TypeError} if a value would lead to another path. */
export function callUrl(
  baseUrl: string,
  endpoint: EndpointName,
  values: Readonly<Record<'lang' | 'form_slug', string>> & { readonly slug?: string },
): string {
  const path = ENDPOINTS[endpoint].path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = { ...values }[key as 'slug']; // The keys of the paths are those of `values`.
    if (value === undefined || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`Cannot call ${endpoint}: ${key} is empty or a dot segment.`);
    }
    return encodeURIComponent(value);
  });
  return `${baseUrl}${path}`;
}
