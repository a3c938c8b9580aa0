import { readVersion } from '@idvkit/cli-kit';
import type { TestClock } from '@idvkit/delivery';
import { Hono } from 'hono';

import { faultOf } from './behaviour/faults/all-faults.ts';
import type { Fault } from './behaviour/faults/fault.ts';
import { variationOf } from './behaviour/variations/all-variations.ts';
import type { Variation } from './behaviour/variations/variation.ts';
import { listen, type Listening, type ListenOptions } from './listen.ts';
import type { MockOptions } from './mock-options.ts';
import { PortalError } from './portal/operations/portal-error.ts';
import { routePortal, toPortalResponse } from './portal/portal-routes.ts';
import { openPortal, type Portal } from './portal/portal.ts';
import { addGuardHeaders, refuseStrangers, type SocketEnv } from './portal/refuse-strangers.ts';
import type { LoggedDelivery } from './service/deliveries/delivery-log.ts';
import { routeEndpoints } from './service/endpoints/routes.ts';
import { routeHostedForm } from './service/form/hosted-form.ts';
import { DEFAULT_WORKSPACE, Service } from './service/service.ts';
import { Draw } from './state/draw.ts';
import { newWorkspace } from './state/new-workspace.ts';
import type { ServiceState } from './state/service-state.ts';
import { toSavedWorkspace } from './state/workspace.ts';

/** Token of the default workspace where none is chosen. */
export const DEFAULT_TOKEN = 'idv_test_token';

/** The identity verification service, in memory. */
export interface Mock {
  /** Answers a request as the service does, without a socket. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Serves the mock over HTTP, on 127.0.0.1 and a free port unless told otherwise. */
  listen(options?: ListenOptions): Promise<Listening>;
  /** Acts of an operator: submissions, deletions, time, faults. */
  readonly portal: Portal;
  /** Deliveries of the default workspace, with the bodies that are not too large to be kept. */
  readonly deliveries: readonly LoggedDelivery[];
  /** Time of the default workspace. To have deliveries keep up with it, move it by `portal.advance`. */
  readonly clock: TestClock;
  /** Stops listening, ends deliveries and timers. Calling it again does nothing. */
  close(): Promise<void>;
}

/**
 * Makes a mock of the service.
 *
 * @throws {RangeError} for a fault, or a variation, that there is none of.
 *
 * @example
 * const mock = createMock();
 * const created = await mock.fetch(
 *   new Request('http://localhost/en/api/forms/kyc-camera/create/', {
 *     method: 'POST',
 *     headers: { authorization: 'Bearer idv_test_token' },
 *   }),
 * );
 */
export function createMock(options: MockOptions = {}): Mock {
  const { publicUrl, dispatcher, observer, timeSource } = options;
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const service = new Service({
    state: options.state ?? initialState(options),
    faults: (options.faults ?? []).map((fault) => (typeof fault === 'string' ? faultById(fault) : fault)),
    variations: (options.variations ?? []).map(variationById),
    publicOrigin,
    ...(dispatcher && { connections: dispatcher }),
    ...(observer && { observer }),
    ...(timeSource && { timeSource }),
  });
  const portal = openPortal(service);
  for (const webhook of options.webhooks ?? []) portal.addWebhook(webhook);

  const app = new Hono<SocketEnv>();
  app.use(addGuardHeaders, refuseStrangers(publicOrigin));
  if (observer?.onRequest) {
    app.use(async ({ req }, next) => {
      observer.onRequest?.(req.raw.clone());
      await next();
    });
  }
  routePortal(app, service, readVersion(import.meta.url));
  routeEndpoints(app, service);
  routeHostedForm(app, service);
  app.onError((error) => {
    if (error instanceof PortalError) return toPortalResponse(error);
    throw error;
  });
  const servers = new Set<Listening>();

  return {
    fetch: async (request) => app.fetch(request),
    listen: async (wanted = {}) => {
      const server = await listen(async (request, bindings) => app.fetch(request, bindings), wanted);
      service.lastOrigin ??= server.url;
      servers.add(server);
      return server;
    },
    portal,
    get deliveries() {
      return service.main.deliveries.deliveries;
    },
    get clock() {
      return service.main.clock;
    },
    close: async () => {
      await Promise.all([...servers].map((server) => server.close()));
      await service.close();
    },
  };
}

function initialState(options: MockOptions): ServiceState {
  const { seed = 1, token = DEFAULT_TOKEN } = options;
  const draw = new Draw(seed);
  const signingKey = draw.secret('key_');
  const workspace = newWorkspace({ ...options, id: DEFAULT_WORKSPACE, token, signingKey });
  const workspaces = { [DEFAULT_WORKSPACE]: toSavedWorkspace(workspace) };
  return { format: 'idvkit.mock-state', version: 1, seed, counters: draw.counters, workspaces };
}

function faultById(id: string): Fault {
  const fault = faultOf(id);
  if (!fault) throw new RangeError(`There is no fault called ${id}`);
  return fault;
}

function variationById(id: string): Variation {
  const variation = variationOf(id);
  if (!variation) throw new RangeError(`There is no variation called ${id}`);
  return variation;
}
