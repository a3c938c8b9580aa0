import type { ApplicationSubject } from '../calls/service-calls.ts';
import { type Scenario, type Stage, TAKES_NOTHING } from './stage.ts';

export const expiredFixture: Scenario = {
  name: 'lifecycle: an application that expired before',
  rules: ['event.*', 'application.*', 'result.*'],
  when: 'later',
  causesNoDelivery: true,
  run: async ({ calls, arrange, operator }) => {
    const fixture = operator.existing?.('expired');
    if (fixture === undefined) return;
    arrange.presume('expire', fixture);
    await calls.call({ endpoint: 'result', application: fixture });
  },
};

/** A service may keep what it showed in each locale. */
const SECOND_LOCALE = 'th';

export const deletion: Scenario = {
  name: 'lifecycle: deleted applications',
  takes: ({ operator }) => (operator.delete === undefined ? TAKES_NOTHING : { calls: 20, applications: 0 }),
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
      if (fixture === undefined)
        stage.skip('An operator that deletes (operator.delete), or fixtures.deletedSlug.', ['deleted-application']);
      return;
    }
    const open = await applications.take(calls, form);
    const submitted = operator.submit && (await applications.take(calls, form));
    const gone = submitted && (await arrange.delivering(submitted, () => arrange.submit(submitted, {})));
    for (const application of [open, gone]) {
      if (application === undefined) continue;
      const info = { endpoint: 'info', lang: SECOND_LOCALE } as const;
      await calls.call({ ...info, application });
      const deleted = await arrange.delete(application);
      if (deleted === undefined) continue;
      await calls.call({ ...info, application: deleted });
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
