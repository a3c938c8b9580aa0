import type { Scenario } from './stage.ts';

export const statusChange: Scenario = {
  name: 'lifecycle: a status changes',
  rules: ['event.*', 'delivery.*', 'application.*', 'convention.*'],
  when: 'later',
  run: async (stage) => {
    const { calls, applications, arrange, operator } = stage;
    if (operator.changeStatus === undefined)
      return stage.skip('An operator that changes a status (operator.changeStatus).');
    // The last one: the first few are being resent.
    const application = applications.all.findLast(({ state, form }) => state === 'submitted' && form.flow === 'camera');
    if (application === undefined)
      return stage.skip('A submitted application: operator.submit or fixtures.submittedSlug.');
    await arrange.delivering(application, () => arrange.changeStatus(application));
    await calls.call({ endpoint: 'result', application });
  },
};
