import { ENDPOINT_METHODS, SERVICE_ENDPOINTS } from '../../observe/condition.ts';
import type { Scenario } from './stage.ts';

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST'];

export const methods: Scenario = {
  name: 'authentication: methods that an endpoint does not take',
  rules: ['auth.get-on-post-only.*', 'auth.never-405', 'auth.refused.*', 'error.*'],
  when: 'together',
  run: async (stage) => {
    const { calls, form, unknown, credentials, guest } = stage;
    const probe = await stage.probe();
    const { valid, absent, invalid } = credentials;
    await Promise.all(
      SERVICE_ENDPOINTS.map(async (endpoint) => {
        for (const method of METHODS) {
          if (method === ENDPOINT_METHODS[endpoint]) continue;
          // On a live target, risky methods are sent without the token.
          const isRisky = guest && endpoint === 'create' && !['GET', 'HEAD', 'OPTIONS'].includes(method);
          const target = endpoint === 'create' ? { form } : { application: probe ?? unknown };
          const credential = isRisky ? absent : valid;
          await calls.call({ endpoint, ...target, method, credential });
        }
        if (ENDPOINT_METHODS[endpoint] === 'GET') return;
        const target = endpoint === 'create' ? { form } : { application: probe ?? unknown };
        await calls.call({ endpoint, ...target, method: 'GET', credential: absent });
        await calls.call({ endpoint, ...target, method: 'GET', credential: invalid });
      }),
    );
    if (probe !== undefined) await calls.call({ endpoint: 'result', application: probe });
  },
};
