import type { ApplicationSubject } from '../calls/service-calls.ts';
import type { Scenario, Stage } from './stage.ts';

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

export const deletion: Scenario = {
  name: 'lifecycle: deleted applications',
  rules: [
    'result.deleted.*',
    'info.deleted.*',
    'info.status.*',
    'result.status.*',
    'auth.no-leak',
    'resend.404.*',
    'error.*',
  ],
  when: 'later',
  run: async (stage) => {
    const { calls, applications, arrange, operator, form } = stage;
    const fixture = operator.existing?.('deleted');
    if (fixture !== undefined) {
      arrange.presume('delete', fixture);
      await readDeleted(stage, fixture);
    }
    if (operator.delete === undefined) {
      if (fixture === undefined) stage.skip('An operator that deletes (operator.delete), or fixtures.deletedSlug.');
      return;
    }
    const open = await applications.take(calls, form);
    const submitted = operator.submit && (await applications.take(calls, form));
    const gone = submitted && (await arrange.delivering(submitted, () => arrange.submit(submitted, {})));
    for (const application of [open, gone]) {
      const deleted = application && (await arrange.delete(application));
      if (deleted === undefined) continue;
      applications.adopt(deleted);
      await readDeleted(stage, deleted);
    }
  },
};

async function readDeleted({ calls, credentials }: Stage, application: ApplicationSubject): Promise<void> {
  for (const credential of [credentials.valid, credentials.absent]) {
    for (const endpoint of ['result', 'info', 'submit', 'resend'] as const) {
      await calls.call({ endpoint, application, credential });
    }
  }
}
