import { CliError, parseBaseUrl } from '@idvkit/cli-kit';
import { clearTextWarning } from '@idvkit/delivery';

/**
 * Reads the address of a service that gets the API token.
 *
 * @throws As {@link parseBaseUrl}; {CliError} `service-over-http` for http to another machine: others on the way could read the token.
 */
export function parseServiceAddress(text: string): string {
  const baseUrl = parseBaseUrl(text);
  if (clearTextWarning(baseUrl) === undefined) return baseUrl;
  throw new CliError({
    code: 'service-over-http',
    message: `Cannot use the service at ${new URL(baseUrl).origin}: the API token would go to another machine over http.`,
    fix: 'Give its https address. Over http, only a service on this machine gets the token.',
  });
}
