import type { Scenario } from './stage.ts';

export const openApplication: Scenario = {
  name: 'reads: open and unknown applications',
  rules: [
    'result.*',
    'info.*',
    'application.*',
    'other-status.*',
    'create.state.*',
    'convention.*',
    'error.*',
    'auth.*',
    'locale.unknown.*',
  ],
  when: 'together',
  run: async ({ calls, open, unknown, credentials }) => {
    const { absent, invalid } = credentials;
    if (open !== undefined) {
      for (let read = 0; read < 3; read += 1) {
        await calls.call({ endpoint: 'result', application: open });
        await calls.call({ endpoint: 'info', application: open, credential: absent });
        await calls.call({ endpoint: 'info', application: open });
      }
      if (open.infoUrl !== undefined && URL.canParse(open.infoUrl))
        await calls.fetch({ endpoint: 'info', application: open, url: open.infoUrl, credential: absent });
    }
    await Promise.all([
      calls.call({ endpoint: 'result', application: unknown }),
      calls.call({ endpoint: 'result', application: unknown, credential: invalid }),
      calls.call({ endpoint: 'result', application: unknown, credential: absent }),
      calls.call({ endpoint: 'info', application: unknown }),
      calls.call({ endpoint: 'info', application: unknown, credential: absent }),
    ]);
  },
};
