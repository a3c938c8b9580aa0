import { isPlainName } from '../scrub/plain-names.ts';
import { PLAIN_HEADERS, REDACTED } from '../scrub/scrub-request.ts';

/** A text that is shown, or what stands for it where it may be personal or secret. */
export interface MaskedText {
  readonly text: string;
  readonly masked: boolean;
}

/** The value of a header: shown where headers of that name say nothing about anybody. */
export function maskHeader(name: string, value: string): MaskedText {
  return PLAIN_HEADERS.has(name.toLowerCase()) || isSaid(value) ? shown(value) : masked(lengthOf(value));
}

/** A path and query: segments and names that routes are made of are shown, all else is masked, and so are values. */
export function maskRoute(route: string): MaskedText {
  const [path = '', ...query] = route.split('?');
  const parts = path.split('/').map(nameOf).join('/');
  const parameters = query.join('?').split('&').map(parameterOf).join('&');
  const text = `${parts}${query.length === 0 ? '' : `?${parameters}`}`;
  return { text, masked: text !== route };
}

/** An address: scheme, host and port are the receiver's and shown. */
export function maskTarget(target: string): MaskedText {
  const [, origin = '', route = target] = /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)(.*)$/is.exec(target) ?? [];
  const { text, masked: isMasked } = maskRoute(route);
  return { text: `${origin}${text}`, masked: isMasked };
}

function parameterOf(parameter: string): string {
  const [name = '', ...value] = parameter.split('=');
  const text = value.join('=');
  return value.length === 0 ? nameOf(name) : `${nameOf(name)}=${isSaid(text) ? text : lengthOf(text)}`;
}

function nameOf(name: string): string {
  return name === '' || isPlainName(name) ? name : lengthOf(name);
}

/** Whether a value says that there is none to be seen. */
function isSaid(value: string): boolean {
  return value === '' || value === REDACTED;
}

function lengthOf(text: string): string {
  const { length } = text;
  return `‹${length} character${length === 1 ? '' : 's'}›`;
}

function shown(text: string): MaskedText {
  return { text, masked: false };
}

function masked(text: string): MaskedText {
  return { text, masked: true };
}
