import { CliError } from '@idvkit/cli-kit';

/**
 * Lets captures go to loopback, and to hosts that were named.
 *
 * @throws {CliError} `host-not-allowed` for another.
 */
export function requireAllowedHost(url: string, allowed: readonly string[]): void {
  const { hostname } = new URL(url);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  if (isLoopback || allowed.includes(hostname)) return;
  throw new CliError({
    code: 'host-not-allowed',
    message: `Cannot send to ${hostname}: captures hold personal data, and only loopback is allowed.`,
    fix: `Allow it by name with --allow-host ${hostname}.`,
  });
}
