import type { Scenario } from './stage.ts';

export const expiry: Scenario = {
  name: 'lifecycle: an unfinished application expires',
  rules: ['event.*', 'application.*', 'delivery.*'],
  when: 'later',
  run: async (stage) => {
    const { calls, applications, arrange, operator, form } = stage;
    const fixture = operator.existing?.('expired');
    if (fixture !== undefined) {
      arrange.presume('expire', fixture);
      await calls.call({ endpoint: 'result', application: fixture });
    }
    if (operator.expire === undefined) {
      if (fixture === undefined)
        stage.skip('An operator that lets an application expire (operator.expire), or fixtures.expiredSlug.');
      return;
    }
    const open = await applications.take(calls, form);
    if (open === undefined) return stage.skip('An application that could be created.');
    const expired = await arrange.delivering(open, () => arrange.expire(open));
    if (expired === undefined) return;
    applications.adopt(expired);
    await calls.call({ endpoint: 'result', application: expired });
    await calls.call({ endpoint: 'info', application: expired });
  },
};
