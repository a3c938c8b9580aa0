import type { Command } from '../../state/command.ts';
import { isCameraFlow } from '../../state/form.ts';
import type { AnsweredCall, Overrides } from '../hooks/behaviour.ts';
import type { AnswerCondition, Call } from '../hooks/call.ts';
import { defineFault, type Fault } from './fault.ts';
import { changingPayload, refusingWith } from './points.ts';

type RefusedCall = Call & Pick<AnsweredCall, 'condition'>;

/** A status change that changes nothing but makes the service deliver `update_status`. */
function announcing({ slug, now, workspace, application }: Call): Command {
  const column = workspace.statusColumns[0]?.key ?? 'aml';
  return { type: 'change-status', at: now, slug, column, value: application?.statuses[column] ?? '-' };
}

/** Overrides that do something on calls that were refused under a condition. */
function doing(
  command: (call: Call) => Command,
  condition: AnswerCondition,
  applies: (call: RefusedCall) => boolean,
): Overrides {
  return {
    effects: (commands, call) =>
      call.condition === condition && call.application !== undefined && applies(call)
        ? [...commands, command(call)]
        : commands,
  };
}

const resending = ({ slug, now }: Call): Command => ({ type: 'resend', at: now, slug });

/** One locale for each endpoint. The form of the camera flow lists them all, so that no rule about its list is broken. */
const REFUSED_LOCALES = [
  ['create', 'ar', 'create.answers.format-422'],
  ['result', 'ja', 'result.status.200'],
  ['info', 'th', 'info.open.no-token-200'],
  ['submit', 'zh-hans', 'submit.camera-flow.422'],
  ['resend', 'ja', 'resend.never-submitted.204'],
] as const;

/** Faults of effects and of locales that show on one kind of call only. */
export const narrowEffectFaults: readonly Fault[] = [
  ...REFUSED_LOCALES.map(([endpoint, locale, status]) =>
    defineFault({
      rule: 'locale.platform.accepted',
      variant: `on-${endpoint}`,
      alsoBreaks: [status, `${endpoint}.status.documented`],
      title: `does not know the locale ${locale} on ${endpoint} only`,
      points: {
        locale: (reading, call) => (call.endpoint === endpoint && call.lang === locale ? 'unrecognised' : reading),
      },
    }),
  ),
  defineFault({
    rule: 'submit.unknown.404',
    variant: 'plain-form',
    title: 'answers 403 for an unknown application of a form without camera steps',
    points: refusingWith(
      403,
      ({ condition }, { endpoint, form }) =>
        condition === 'unknown-application' && endpoint === 'submit' && form !== undefined && !isCameraFlow(form),
    ),
  }),
  defineFault({
    rule: 'submit.camera-flow.unchanged',
    variant: 'update-status',
    title: 'delivers update_status for a submission that it refused',
    points: doing(announcing, 'missing-answers', ({ form }) => form !== undefined && isCameraFlow(form)),
  }),
  defineFault({
    rule: 'auth.refused.no-effect',
    variant: 'update-status',
    title: 'delivers update_status for a submission that it refused for want of a token',
    points: doing(announcing, 'no-credential', ({ endpoint }) => endpoint === 'submit'),
  }),
  defineFault({
    rule: 'auth.refused.no-effect',
    variant: 'resend-with-bad-token',
    title: 'carries out resends with a token that it does not know',
    points: doing(resending, 'bad-credential', ({ endpoint }) => endpoint === 'resend'),
  }),
  defineFault({
    rule: 'auth.refused.no-effect',
    variant: 'resend-without-token',
    title: 'carries out resends without a token',
    points: doing(resending, 'no-credential', ({ endpoint }) => endpoint === 'resend'),
  }),
  defineFault({
    rule: 'answers.input-parameters.returned',
    variant: 'number-as-text',
    title: 'gives an input parameter back as text that was a number',
    points: changingPayload('answers.customer_tier.value', String),
  }),
  defineFault({
    rule: 'event.update-status.on-change',
    variant: 'other-type',
    title: 'tells of status changes under another type',
    points: changingPayload(
      'event.type',
      () => 'status_updated',
      (subject) => subject.carrier === 'delivery' && subject.trigger === 'status-change',
    ),
  }),
  defineFault({
    rule: 'event.drop-off.on-expiry',
    variant: 'other-type',
    title: 'tells of expiries under another type',
    points: changingPayload(
      'event.type',
      () => 'expired',
      (subject) => subject.carrier === 'delivery' && subject.trigger === 'expiry',
    ),
  }),
];
