import { ENDPOINTS } from '@idvkit/schema';

import { SERVICE_ENDPOINTS } from '../../observe/condition.ts';
import { answersBody } from '../calls/call-body.ts';
import { bearer, type Presented } from '../calls/credentials.ts';
import type { Scenario, Stage } from './stage.ts';

export const credentialMatrix: Scenario = {
  name: 'authentication: every credential on every endpoint',
  rules: ['auth.*', 'error.*'],
  when: 'together',
  run: async (stage) => {
    const { calls, applications, form, unknown, credentials, operator } = stage;
    const { absent, invalid, otherSchemes } = credentials;
    const revoked = await revokedCredential(stage);
    const presented = [absent, invalid, ...otherSchemes, ...(revoked === undefined ? [] : [revoked])];
    const open = await applications.take(calls, form);
    const application = open ?? unknown;
    if (open !== undefined) await calls.call({ endpoint: 'result', application: open });
    await Promise.all(presented.map((credential) => callAll(stage, application, credential)));
    // Reads again to show that nothing changed.
    if (open !== undefined) await calls.call({ endpoint: 'result', application: open });
    if (operator.revokedToken === undefined) stage.skip('A token that was revoked (fixtures.revokedToken).');
  },
};

async function callAll({ calls, applications, form }: Stage, application: Stage['unknown'], credential: Presented) {
  for (const endpoint of SERVICE_ENDPOINTS) {
    if (endpoint === 'create') await applications.create(calls, { form, credential });
    // An open info is readable without a token.
    else if (endpoint === 'info') continue;
    else if (endpoint === 'submit') {
      await calls.call({ endpoint, application, credential, body: answersBody('missing-required', {}) });
    } else await calls.call({ endpoint, application, credential });
  }
}

/** Returns a token that was revoked, if an operator has one. */
export async function revokedCredential({ operator, keepSecret }: Stage): Promise<Presented | undefined> {
  const token = await operator.revokedToken?.();
  if (token === undefined) return undefined;
  keepSecret(token);
  return bearer(token, 'revoked');
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST'];

export const methods: Scenario = {
  name: 'authentication: methods that an endpoint does not take',
  rules: ['auth.get-on-post-only.*', 'auth.never-405', 'auth.refused.*', 'error.*'],
  when: 'together',
  run: async (stage) => {
    const { calls, unknown, credentials, guest } = stage;
    const probe = await stage.probe();
    const application = probe ?? unknown;
    const { valid, absent, invalid } = credentials;
    await Promise.all(
      SERVICE_ENDPOINTS.map(async (endpoint) => {
        for (const method of METHODS) {
          if (method === ENDPOINTS[endpoint].method) continue;
          // On a live target, risky methods are sent without the token.
          const isRisky = guest && endpoint === 'create' && !['GET', 'HEAD', 'OPTIONS'].includes(method);
          const credential = isRisky ? absent : valid;
          await calls.call({ endpoint, application, method, credential });
        }
        if (ENDPOINTS[endpoint].method === 'GET') return;
        await calls.call({ endpoint, application, method: 'GET', credential: absent });
        await calls.call({ endpoint, application, method: 'GET', credential: invalid });
      }),
    );
    if (probe !== undefined) await calls.call({ endpoint: 'result', application });
  },
};
