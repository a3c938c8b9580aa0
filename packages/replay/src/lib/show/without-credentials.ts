import type { Captured } from '@idvkit/schema/formats';

import { REDACTED } from '../capture/redact.ts';
import { replaceHeaderItems, replaceRouteParts } from '../scrub/plain-head.ts';

const redact = (): string => REDACTED;

/**
 * Redacts headers and parts of a query that are not of the closed lists that say nothing about anybody: gateways put credentials under
 * any name. The path stays.
 */
export function withoutCredentials<Request extends Pick<Captured, 'path' | 'headers'>>(request: Request): Request {
  const headers = request.headers.map(([name, value]): [string, string] => [
    name,
    replaceHeaderItems(name, value, redact) === value ? value : REDACTED,
  ]);
  const [path = '', ...query] = request.path.split('?');
  const redacted = query.length === 0 ? '' : replaceRouteParts(`?${query.join('?')}`, redact);
  return { ...request, headers, path: path + redacted };
}
