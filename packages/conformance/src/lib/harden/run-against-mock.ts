import { createMock, DEFAULT_TOKEN, type ClientAudit, type MockOptions } from '@idvkit/mock';

import { runClient, type ClientCommand, type ClientRun } from './client-command.ts';

/** Secret of the deliveries of every mock: the client reads it from `IDV_WEBHOOK_SECRET`. It protects nothing. */
const WEBHOOK_SECRET = 'whsec_idvkit_harden';
/** Seed of every mock: equal calls get equal bytes. */
export const SEED = 1;

/** Runs the tests of a client against their own mock, on a free port. */
export async function runAgainstMock(
  mockOptions: MockOptions,
  options: ClientCommand,
): Promise<ClientRun & { readonly audit: ClientAudit }> {
  const mock = createMock({ seed: SEED, ...mockOptions });
  try {
    const { url } = await mock.listen();
    const run = await runClient({ ...options, env: environmentOf(url, options.env) });
    return { ...run, audit: mock.portal.audit() };
  } finally {
    await mock.close();
  }
}

/** The tests never get the real token: with it, one that ignores the address would change the real service. */
function environmentOf(url: string, env: ClientCommand['env']): ClientCommand['env'] {
  return {
    ...env,
    IDV_BASE_URL: url,
    IDV_API_TOKEN: DEFAULT_TOKEN,
    IDV_API_TOKEN_FILE: undefined,
    IDV_WEBHOOK_SECRET: WEBHOOK_SECRET,
    IDV_WEBHOOK_SECRET_FILE: undefined,
    IDV_PORTAL_URL: `${url}/_portal`,
  };
}
