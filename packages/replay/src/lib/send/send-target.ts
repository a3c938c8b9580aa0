import { CliError } from '@idvkit/cli-kit';
import { isLoopback } from '@idvkit/delivery';

/** Returns an address as it may be shown: without credentials and query. */
export function shownTarget(target: string): string {
  const { origin, pathname } = new URL(target);
  return `${origin}${pathname}`;
}

/**
 * Checks that captures may go to an address: to loopback, and to hosts that are allowed by name.
 *
 * @throws {CliError} `host-not-allowed`; `target-unusable` for anything but an http or https address without credentials.
 */
export function requireAllowedHost(url: string, allowed: readonly string[]): void {
  const { protocol = '', hostname = '', username, password } = URL.parse(url) ?? {};
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') {
    throw new CliError({
      code: 'target-unusable',
      message: 'Cannot send: a receiver is not an http or https address without credentials.',
      fix: 'Give an address such as http://127.0.0.1:8080/hook.',
    });
  }
  if (isLoopback(hostname) || allowed.includes(hostname)) return;
  throw new CliError({
    code: 'host-not-allowed',
    message: `Cannot send to ${hostname}: captures hold personal data, and only loopback is allowed.`,
    fix: `Allow it by name with --allow-host ${hostname}.`,
  });
}
