import { bearer } from '../calls/credentials.ts';
import type { Scenario } from './stage.ts';

export const credit: Scenario = {
  name: 'create: credit',
  rules: ['create.credit.*', 'create.status.*', 'error.*'],
  when: 'alone',
  run: async (stage) => {
    const { calls, applications, operator, recorder, clock, form } = stage;
    if (operator.emptyWorkspace === undefined) {
      stage.skip('A workspace without credit (fixtures.noCreditToken, fixtures.noCreditFormSlug).');
    } else {
      const empty = await operator.emptyWorkspace();
      stage.keepSecret(empty.token);
      await applications.create(calls, { form: empty.form, credential: bearer(empty.token), credit: 'too-little' });
    }
    if (operator.readCredit === undefined)
      return stage.skip('An operator that reads the credit (operator.readCredit).');
    const slot = recorder.begin('credit');
    const at = clock.now();
    const before = await operator.readCredit();
    const creates = [
      await applications.create(calls, { form, credit: 'enough' }),
      await applications.create(calls, { form, credit: 'enough' }),
    ];
    const after = await operator.readCredit();
    slot.record({ at, before, after, creates: creates.flatMap(({ exchange }) => exchange?.id ?? []) });
    for (const { application } of creates) if (application !== undefined) applications.release(application);
  },
};
