import { removeAt } from '@idvkit/json';
import type { AnswerInput, MessagesByKey } from '@idvkit/schema';

import type { Form } from '../../state/form.ts';
import type { Overrides } from '../hooks/behaviour.ts';
import type { FaultTable } from './fault.ts';
import { answeringWith, changingAnswer, notRefusing, refusingWith } from './overrides.ts';

/** Overrides that change what a create finds wrong with answers. */
function finding(change: (problems: MessagesByKey, form: Form, answers: AnswerInput) => MessagesByKey): Overrides {
  return {
    answerProblems: (problems, { call, form, answers }) =>
      call.endpoint === 'create' ? change(problems, form, answers) : problems,
  };
}

function isDeclared(form: Form, key: string): boolean {
  return form.fields.some((field) => field.key === key) || form.inputParameters.some((each) => each.key === key);
}

const REQUIRED = ['This field is required.'];

export const createFaults = {
  'create.status.201': {
    alsoBreaks: ['create.status.documented'],
    title: 'answers 200 where an application was created',
    overrides: answeringWith({ condition: 'created' }, { status: 200 }),
  },
  'create.form-url.unique': {
    title: 'gives every applicant the same link',
    overrides: changingAnswer(
      { condition: 'created' },
      'form_url',
      (_, { origin, formSlug }) => `${origin}/en/forms/${formSlug}/start/`,
    ),
  },
  'create.info.resolves': {
    alsoBreaks: ['info.open.no-token-200', 'info.open.with-token-200'],
    title: 'gives a link to the info endpoint that finds nothing',
    overrides: {
      ...changingAnswer({ condition: 'created' }, 'info', (url) => `${String(url)}?from=create`),
      refusals: (refusals, { url }) =>
        url.searchParams.has('from') ? [...refusals, { condition: 'unknown-application', status: 404 }] : refusals,
    },
  },
  'create.body.empty-accepted': {
    alsoBreaks: ['create.required.deferred'],
    title: 'demands answers at create',
    overrides: finding((problems, _, answers) =>
      Object.keys(answers).length === 0 ? { ...problems, answers: REQUIRED } : problems,
    ),
  },
  'create.required.deferred': {
    alsoBreaks: [
      'create.status.201',
      'create.answers.unknown-key-accepted',
      'create.422.names-bad-key',
      'locale.platform.accepted',
      'locale.outside-form-subset.accepted',
    ],
    title: 'asks for required answers as soon as one answer is given',
    overrides: finding((problems, form, answers) => {
      const given = Object.keys(answers);
      if (given.length === 0 || given.includes('ekyc_document_type')) return problems;
      const missing = form.fields.filter((field) => field.required && !given.includes(field.key));
      return { ...problems, ...Object.fromEntries(missing.map(({ key }) => [key, REQUIRED])) };
    }),
  },
  'create.answers.unknown-key-accepted': {
    alsoBreaks: ['create.422.names-bad-key'],
    title: 'refuses keys that the form does not have',
    overrides: finding((problems, form, answers) => {
      const unknown = Object.keys(answers).filter((key) => !isDeclared(form, key));
      return { ...problems, ...Object.fromEntries(unknown.map((key) => [key, ['Unknown field.']])) };
    }),
  },
  'create.answers.format-422': [
    { title: 'takes values that break their format', overrides: finding(() => ({})) },
    {
      variant: 'checksum',
      alsoBreaks: ['create.422.names-bad-key', 'locale.platform.accepted', 'locale.outside-form-subset.accepted'],
      title: 'takes national ids whatever their check digit',
      overrides: finding((problems) => removeAt(problems, 'nid')),
    },
  ],
  'create.answers.document-type-prefill': {
    // One of the wrong bodies asks for a passport.
    alsoBreaks: [
      'create.status.201',
      'create.422.names-bad-key',
      'locale.platform.accepted',
      'locale.outside-form-subset.accepted',
    ],
    title: 'refuses a passport as the document that is asked for',
    overrides: finding((problems, _, answers) =>
      answers['ekyc_document_type'] === 'passport'
        ? { ...problems, ekyc_document_type: ['Not a valid choice.'] }
        : problems,
    ),
  },
  'create.422.names-bad-key': {
    title: 'names a key that was in order',
    overrides: finding((problems) =>
      Object.keys(problems).length > 0 ? { ...problems, home_address_country: ['Check this as well.'] } : problems,
    ),
  },
  'create.form-unknown.404': [
    {
      title: 'answers 400 for an unknown form',
      overrides: refusingWith(400, { condition: 'unknown-form', endpoint: 'create' }),
    },
    {
      variant: 'forbidden',
      title: 'answers 403 for an unknown form',
      overrides: refusingWith(403, { condition: 'unknown-form', endpoint: 'create' }),
    },
  ],
  'create.credit.461': [
    {
      alsoBreaks: ['create.answers.format-422'],
      title: 'answers 403 where credit is missing',
      overrides: refusingWith(403, { condition: 'no-credit' }),
    },
    {
      variant: 'not-looked-at',
      title: 'creates applications without credit',
      overrides: notRefusing({ condition: 'no-credit' }),
    },
  ],
  'create.credit.not-consumed': {
    title: 'takes credit at create',
    overrides: {
      effects: (commands, { condition, workspace }) =>
        condition === 'created'
          ? [...commands, { type: 'set-up', changes: { credit: workspace.credit - 1 } }]
          : commands,
    },
  },
  'create.status.documented': {
    title: 'answers 418 for a body that is not JSON',
    overrides: refusingWith(418, { condition: 'bad-body', endpoint: 'create' }),
  },
} satisfies FaultTable;
