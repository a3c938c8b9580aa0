import { defineFault, type Fault } from './fault.ts';
import { answering, changingPayload, notRefusing, refusingWith, timestampOf, settingInPayload } from './points.ts';

export const resultFaults: readonly Fault[] = [
  defineFault({
    rule: 'result.status.200',
    alsoBreaks: ['result.status.documented'],
    title: 'answers results with 202',
    points: answering('result', (draft) => ({ ...draft, status: 202 })),
  }),
  defineFault({
    rule: 'result.body.webhook-minus-event',
    title: 'gives the event with a result',
    points: settingInPayload(
      'event',
      (_, { application: { createdAt } }) => ({
        nounce: 'result',
        type: 'submit_form',
        version: 1,
        created_at: timestampOf(createdAt),
      }),
      ({ carrier }) => carrier === 'result',
    ),
  }),
  defineFault({
    rule: 'result.open.empty',
    title: 'gives draft answers before submission',
    points: changingPayload(
      'answers',
      (_, { application }) => {
        const at = timestampOf(application.createdAt);
        return { gender: { value: 'F', created_at: at, updated_at: at } };
      },
      ({ application }) => application.status === 'incomplete',
    ),
  }),
  defineFault({
    rule: 'result.equals-webhook',
    title: 'has a column in results that webhooks do not have',
    points: settingInPayload(
      'application.other_status.reviewed',
      () => 'No',
      ({ carrier, application }) => carrier === 'result' && application.status === 'complete',
    ),
  }),
  defineFault({
    rule: 'result.read-only',
    alsoBreaks: ['auth.refused.no-effect'],
    title: 'counts reads where readers see it',
    points: () => {
      let reads = 0;
      return settingInPayload(
        'application.other_status.reads',
        () => String((reads += 1)),
        ({ carrier, application }) => carrier === 'result' && application.status === 'incomplete',
      );
    },
  }),
  defineFault({
    rule: 'result.unknown.404',
    title: 'answers 403 for an unknown application',
    points: refusingWith(
      403,
      ({ condition }, { endpoint }) => condition === 'unknown-application' && endpoint === 'result',
    ),
  }),
  defineFault({
    rule: 'result.deleted.404',
    title: 'still gives the result of a deleted application',
    points: notRefusing(({ condition }, { endpoint }) => condition === 'deleted-application' && endpoint === 'result'),
  }),
  defineFault({
    rule: 'result.size.few-kb',
    title: 'gives a log along with the columns',
    points: settingInPayload('application.other_status.log', () => 'checked '.repeat(6_000)),
  }),
  defineFault({
    rule: 'result.status.documented',
    alsoBreaks: ['result.deleted.404'],
    title: 'answers 410 for a deleted application',
    points: refusingWith(
      410,
      ({ condition }, { endpoint }) => condition === 'deleted-application' && endpoint === 'result',
    ),
  }),
];
