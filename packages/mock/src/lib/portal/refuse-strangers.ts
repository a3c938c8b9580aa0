import { isLoopbackHost } from '@idvkit/delivery';
import type { HonoRequest, MiddlewareHandler } from 'hono';

import { PortalError } from './operations/portal-error.ts';

export interface Exposure {
  /** True if only this machine reaches the address. Only names of this machine, and that of `publicUrl`, are served then. */
  readonly loopback: boolean;
  /** Token that every call of the portal must carry. */
  readonly portalToken?: string;
}

/** Bindings that a call over a socket carries; a call in process has none. */
export interface SocketEnv {
  readonly Bindings: { readonly exposure?: Exposure };
}

/** Headers that keep answers out of other pages and out of caches. */
const GUARD_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Adds the guard headers to every answer that does not set them itself. */
export const addGuardHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  for (const [name, value] of Object.entries(GUARD_HEADERS)) {
    if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  }
};

/**
 * Refuses calls over a socket that another website makes: a page in a browser on this machine can reach a loopback address,
 * also under its own name. Calls in process are not checked.
 * @param publicOrigin Origin under which clients reach the mock. Default: only under names of this machine.
 * @throws {PortalError} `forbidden` for a foreign Host, a foreign Origin, or a request that a foreign page makes.
 */
export function refuseStrangers(publicOrigin?: string): MiddlewareHandler<SocketEnv> {
  const publicHost = publicOrigin === undefined ? undefined : new URL(publicOrigin).host;
  return async ({ env, req }, next) => {
    const exposure = env?.exposure;
    if (exposure) {
      const host = req.header('host')?.toLowerCase() ?? '';
      if (exposure.loopback && !isLoopbackHost(host) && host !== publicHost) {
        throw new PortalError(
          'forbidden',
          'Cannot let the call in: its Host is not this machine. Clients may use another name only if --public-url sets it.',
        );
      }
      if (isForeign(req, [`http://${host}`, publicOrigin])) {
        throw new PortalError('forbidden', 'Cannot let the call in: it comes from another website.');
      }
    }
    return next();
  };
}

function isForeign(req: HonoRequest, ownOrigins: readonly (string | undefined)[]): boolean {
  const site = req.header('sec-fetch-site');
  const origin = req.header('origin');
  const isOwnSite = site === 'same-origin';
  // A browser may withhold the Origin of a page's own post.
  if (origin !== undefined && !ownOrigins.includes(origin) && !(isOwnSite && origin === 'null')) return true;
  return site !== undefined && !isOwnSite && site !== 'none' && !isLinkToForm(req);
}

/** Returns whether a browser follows a link to a hosted form: any website may have one. */
function isLinkToForm(req: HonoRequest): boolean {
  return (
    req.method === 'GET' &&
    req.header('sec-fetch-mode') === 'navigate' &&
    req.header('sec-fetch-dest') === 'document' &&
    /^\/[^/]+\/form\//.test(req.path)
  );
}
