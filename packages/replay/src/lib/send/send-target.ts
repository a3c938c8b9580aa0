import { CliError, printable, shellWord } from '@idvkit/cli-kit';
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

/**
 * Checks that the caller names the receivers of a recorded run, and no other. The record may be foreign, and receivers get the bearer secret.
 *
 * @throws {CliError} `target-not-named`.
 */
export function requireNamedTargets(recorded: readonly string[], named: readonly string[]): void {
  const [sendsTo, isNamed] = [recorded.map(shownTarget), named.map(shownTarget)];
  const missing = sendsTo.find((target) => !isNamed.includes(target));
  if (missing !== undefined) {
    throw new CliError({
      code: 'target-not-named',
      message: `Cannot resume: the run sends to ${printable(missing)}, which --to does not name.`,
      fix: `If this is your receiver, add --to ${printable(shellWord(missing))}.`,
    });
  }
  const other = isNamed.find((target) => !sendsTo.includes(target));
  if (other === undefined) return;
  throw new CliError({
    code: 'target-not-named',
    message: `Cannot resume: the run does not send to ${printable(other)}.`,
    fix: 'Leave out this --to, or start a new run.',
  });
}
