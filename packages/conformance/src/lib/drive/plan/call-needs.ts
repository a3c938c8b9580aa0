import type { Credentials } from '../calls/credentials.ts';
import type { Operator, PlainForm } from '../operators/operator.ts';
import { effectOf } from './call-effect.ts';
import type { CallRow } from './call-space.ts';

/** Something that some calls need and not every target offers. */
export interface CallNeed {
  /** Missing part, and the setting that supplies it. */
  readonly what: string;
  readonly isNeeded: (row: Partial<CallRow>) => boolean;
}

const of =
  (wanted: Partial<CallRow>): CallNeed['isNeeded'] =>
  (row) =>
    (Object.keys(wanted) as (keyof CallRow)[]).every((name) => row[name] === wanted[name]); // The keys of a row.

export const CALL_NEEDS = {
  letters: { what: 'A token with letters.', isNeeded: of({ credential: 'other-case' }) },
  revoked: { what: 'A token that was revoked (fixtures.revokedToken).', isNeeded: of({ credential: 'revoked' }) },
  otherWorkspace: {
    what: 'A token of another workspace (fixtures.noCreditToken).',
    isNeeded: of({ credential: 'other-workspace' }),
  },
  noCredit: { what: 'A workspace without credit (fixtures.noCreditToken).', isNeeded: of({ credit: 'none' }) },
  noCreditPlain: {
    what: 'A form without camera steps in a workspace without credit.',
    isNeeded: of({ credit: 'none', flow: 'plain' }),
  },
  littleCredit: {
    what: 'A workspace with some credit, but less than a flow costs (fixtures.lowCreditToken).',
    isNeeded: of({ credit: 'too-little' }),
  },
  littleCreditPlain: {
    what: 'A form without camera steps in a workspace with too little credit.',
    isNeeded: of({ credit: 'too-little', flow: 'plain' }),
  },
  ownCredit: {
    what: 'A mock: a run does not change the credit of a workspace.',
    isNeeded: ({ endpoint, method, credential, credit }) =>
      credit !== undefined &&
      credit !== 'enough' &&
      (!['create', undefined].includes(endpoint) ||
        !['own', undefined].includes(method) ||
        !['valid', undefined].includes(credential)),
  },
  changed: {
    what: 'An operator that changes a status (operator.changeStatus).',
    isNeeded: ({ past }) => past?.startsWith('status change') === true,
  },
  openChanged: {
    what: 'A mock: elsewhere, only a status of a submitted application changes.',
    isNeeded: ({ past, application }) =>
      past === 'status change' && (application === 'open' || application === 'expired'),
  },
  untouched: {
    what: 'More applications (--thorough, --budget).',
    isNeeded: (row) =>
      row.endpoint === 'resend' && (row.past === 'nothing' || row.past === 'status change') && effectOf(row) === 'some',
  },
  arrayCreate: {
    what: 'More applications (--thorough, --budget).',
    isNeeded: (row) => row.endpoint === 'create' && row.body === 'not-object' && effectOf(row) === 'some',
  },
  plain: { what: 'A form without camera steps (fixtures.plainFormSlug).', isNeeded: of({ flow: 'plain' }) },
  plainAnswers: {
    what: 'Answers that complete the form without camera steps (fixtures.plainAnswers).',
    isNeeded: of({ endpoint: 'submit', method: 'own', flow: 'plain', body: 'valid-answers' }),
  },
  plainKeys: {
    what: 'What the form without camera steps requires (fixtures.plainRequiredKeys).',
    isNeeded: (row) =>
      of({ endpoint: 'submit', flow: 'plain', application: 'open' })(row) &&
      row.body !== undefined &&
      row.body !== 'valid-answers',
  },
  badAnswers: {
    what: 'Answers that a create refuses (fixtures.badAnswers).',
    isNeeded: of({ endpoint: 'create', body: 'bad-format' }),
  },
  badAnswersPlain: {
    what: 'Answers that a create refuses on a form without camera steps.',
    isNeeded: of({ endpoint: 'create', flow: 'plain', body: 'bad-format' }),
  },
  open: { what: 'An application that could be created.', isNeeded: of({ application: 'open', flow: 'camera' }) },
  openPlain: {
    what: 'An application that could be created under the form without camera steps.',
    isNeeded: of({ application: 'open', flow: 'plain' }),
  },
  submitted: {
    what: 'An operator that submits (operator.submit), or fixtures.submittedSlug.',
    isNeeded: of({ application: 'submitted', flow: 'camera' }),
  },
  submittedPlain: {
    what: 'A submitted application without camera steps (fixtures.plainAnswers, or operator.submitPlain).',
    isNeeded: of({ application: 'submitted', flow: 'plain' }),
  },
  expired: {
    what: 'An operator that lets an application expire (operator.expire), or fixtures.expiredSlug.',
    isNeeded: of({ application: 'expired', flow: 'camera' }),
  },
  expiredPlain: {
    what: 'An operator that lets an application without camera steps expire (operator.expire).',
    isNeeded: of({ application: 'expired', flow: 'plain' }),
  },
  deleted: {
    what: 'An operator that deletes (operator.delete), or fixtures.deletedSlug.',
    isNeeded: of({ application: 'deleted', flow: 'camera' }),
  },
  deletedPlain: {
    what: 'An operator that deletes an application without camera steps (operator.delete).',
    isNeeded: of({ application: 'deleted', flow: 'plain' }),
  },
  ownMock: {
    what: 'A mock: another method could change what a live service keeps.',
    isNeeded: (row) =>
      row.endpoint !== undefined && row.method !== undefined && row.method !== 'own' && effectOf(row) === 'some',
  },
} as const satisfies Readonly<Record<string, CallNeed>>;

export type CallNeedId = keyof typeof CALL_NEEDS;

/** Facts about a target that are known before the first call. */
export interface CallMeans {
  readonly operator: Operator;
  readonly credentials: Credentials;
  readonly plainForm?: PlainForm | undefined;
  readonly isLive: boolean;
  readonly isThorough: boolean;
}

/** Lists what a target does not offer. */
export function lackingNeeds({
  operator,
  credentials,
  plainForm,
  isLive,
  isThorough,
}: CallMeans): readonly CallNeedId[] {
  const has = (state: 'submitted' | 'expired' | 'deleted'): boolean => operator.existing?.(state) !== undefined;
  const isPlain = plainForm !== undefined;
  const hasAnswers = isPlain && (Object.keys(plainForm.answers).length > 0 || plainForm.requiredKeys?.length === 0);
  const given: Readonly<Record<CallNeedId, boolean>> = {
    letters: credentials.nearMisses.some(({ kind }) => kind === 'other-case'),
    revoked: operator.revokedToken !== undefined,
    otherWorkspace: operator.emptyWorkspace !== undefined,
    noCredit: operator.emptyWorkspace !== undefined,
    noCreditPlain: isPlain && !isLive,
    littleCredit: operator.poorWorkspace !== undefined,
    littleCreditPlain: false,
    ownCredit: operator.setCredit !== undefined,
    changed: operator.changeStatus !== undefined,
    openChanged: !isLive,
    untouched: isThorough && !isLive && operator.asksPerson !== true,
    arrayCreate: !isLive || isThorough,
    plain: isPlain,
    plainAnswers: hasAnswers,
    plainKeys: isPlain && (plainForm.requiredKeys ?? []).length > 0,
    // A guess may do.
    badAnswers: true,
    badAnswersPlain: plainForm?.badAnswers !== undefined,
    open: true,
    openPlain: isPlain,
    submitted: operator.submit !== undefined || has('submitted'),
    submittedPlain: isPlain && (hasAnswers || operator.submitPlain !== undefined),
    expired: operator.expire !== undefined || has('expired'),
    expiredPlain: isPlain && operator.expire !== undefined,
    deleted: operator.delete !== undefined || has('deleted'),
    deletedPlain: isPlain && operator.delete !== undefined,
    ownMock: !isLive,
  };
  return (Object.keys(given) as CallNeedId[]).filter((need) => !given[need]); // The keys of the table.
}
