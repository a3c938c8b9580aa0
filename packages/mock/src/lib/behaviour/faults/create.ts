import type { Form } from '../../state/form.ts';
import { removeAt } from '../hooks/document.ts';
import { defineFault, type Fault } from './fault.ts';
import { answering, changingAnswer, changingPayload, notRefusing, refusingWith, timestampOf } from './points.ts';

export const createFaults: readonly Fault[] = [
  defineFault({
    rule: 'create.status.201',
    alsoBreaks: ['create.status.documented'],
    title: 'answers 200 where an application was created',
    points: answering('created', (draft) => ({ ...draft, status: 200 })),
  }),
  defineFault({
    rule: 'create.body.required-fields',
    title: 'leaves out form_url',
    points: answering('created', (draft) => ({ ...draft, body: removeAt(draft.body, 'form_url') })),
  }),
  defineFault({
    rule: 'create.form-url.uri',
    title: 'gives the path of the form alone',
    points: changingAnswer('created', 'form_url', (url) => String(url).replace(/^https?:\/\/[^/]+/, '')),
  }),
  defineFault({
    rule: 'create.form-url.unique',
    title: 'gives every applicant the same link',
    points: changingAnswer('created', 'form_url', (_, { origin, formSlug }) => `${origin}/en/forms/${formSlug}/start/`),
  }),
  defineFault({
    rule: 'create.info.absolute',
    title: 'gives the path of the info endpoint alone',
    points: changingAnswer('created', 'info', (url) => String(url).replace(/^https?:\/\/[^/]+/, '')),
  }),
  defineFault({
    rule: 'create.info.resolves',
    alsoBreaks: ['info.open.no-token-200', 'info.open.with-token-200'],
    title: 'gives a link to the info endpoint that finds nothing',
    points: {
      ...changingAnswer('created', 'info', (url) => `${String(url)}?from=create`),
      refusals: (refusals, { url }) =>
        url.searchParams.has('from') ? [...refusals, { condition: 'unknown-application', status: 404 }] : refusals,
    },
  }),
  defineFault({
    rule: 'create.detail.form-echo',
    title: 'names the form by its version',
    points: changingAnswer('created', 'detail.form', (form) => `${String(form)}-v2`),
  }),
  defineFault({
    rule: 'create.detail.submitted-at-null',
    title: 'gives the time of creation as submitted_at',
    points: changingAnswer('created', 'detail.submitted_at', (_, { now }) => timestampOf(now)),
  }),
  defineFault({
    rule: 'create.detail.step-section',
    title: 'counts steps instead of naming them',
    points: changingAnswer('created', 'detail.step', () => 1),
  }),
  defineFault({
    rule: 'create.body.empty-accepted',
    alsoBreaks: ['create.required.deferred'],
    title: 'demands answers at create',
    points: {
      answerProblems: (problems, { call, answers }) =>
        call.endpoint === 'create' && Object.keys(answers).length === 0
          ? { ...problems, answers: ['This field is required.'] }
          : problems,
    },
  }),
  defineFault({
    rule: 'create.required.deferred',
    alsoBreaks: ['create.status.201', 'create.answers.unknown-key-accepted', 'create.422.names-bad-key'],
    title: 'asks for required answers as soon as one answer is given',
    points: {
      answerProblems: (problems, { call, form, answers }) => {
        const given = Object.keys(answers);
        if (call.endpoint !== 'create' || given.length === 0 || given.includes('ekyc_document_type')) return problems;
        const missing = form.fields.filter((field) => field.required && !given.includes(field.key));
        return { ...problems, ...Object.fromEntries(missing.map(({ key }) => [key, ['This field is required.']])) };
      },
    },
  }),
  defineFault({
    rule: 'create.answers.unknown-key-accepted',
    title: 'refuses keys that the form does not have',
    points: {
      answerProblems: (problems, { call, form, answers }) => {
        const unknown = Object.keys(answers).filter((key) => !isDeclared(form, key));
        if (call.endpoint !== 'create' || unknown.length === 0) return problems;
        return { ...problems, ...Object.fromEntries(unknown.map((key) => [key, ['Unknown field.']])) };
      },
    },
  }),
  defineFault({
    rule: 'create.answers.format-422',
    title: 'takes values that break their format',
    points: { answerProblems: (problems, { call }) => (call.endpoint === 'create' ? {} : problems) },
  }),
  defineFault({
    rule: 'create.answers.document-type-prefill',
    alsoBreaks: ['create.status.201'],
    title: 'refuses a passport as the document that is asked for',
    points: {
      answerProblems: (problems, { call, answers }) =>
        call.endpoint === 'create' && answers['ekyc_document_type'] === 'passport'
          ? { ...problems, ekyc_document_type: ['Not a valid choice.'] }
          : problems,
    },
  }),
  defineFault({
    rule: 'create.422.detail-map',
    title: 'sums up what is wrong with the answers in one sentence',
    points: changingAnswer('bad-answers', 'error.detail', () => 'Some answers are invalid.'),
  }),
  defineFault({
    rule: 'create.422.detail-map',
    variant: 'bare-messages',
    title: 'gives one message per key instead of a list of them',
    points: changingAnswer('bad-answers', 'error.detail.*', (messages) => (messages as readonly unknown[])[0]),
  }),
  defineFault({
    rule: 'create.422.names-bad-key',
    title: 'names a key that was in order',
    points: {
      answerProblems: (problems, { call }) =>
        call.endpoint === 'create' && Object.keys(problems).length > 0
          ? { ...problems, home_address_country: ['Check this as well.'] }
          : problems,
    },
  }),
  defineFault({
    rule: 'create.state.incomplete',
    alsoBreaks: ['submit.camera-flow.unchanged'],
    title: 'shows new applications as expired',
    points: changingPayload('application.status', (status) => (status === 'incomplete' ? 'expired' : status)),
  }),
  defineFault({
    rule: 'create.form-unknown.404',
    title: 'answers 400 for an unknown form',
    points: refusingWith(400, ({ condition }, { endpoint }) => condition === 'unknown-form' && endpoint === 'create'),
  }),
  defineFault({
    rule: 'create.credit.461',
    title: 'answers 403 where credit is missing',
    points: refusingWith(403, ({ condition }) => condition === 'no-credit'),
  }),
  defineFault({
    rule: 'create.credit.461',
    variant: 'not-looked-at',
    title: 'creates applications without credit',
    points: notRefusing(({ condition }) => condition === 'no-credit'),
  }),
  defineFault({
    rule: 'create.credit.461-envelope',
    title: 'says bare that credit is missing',
    alsoBreaks: ['error.envelope.shape'],
    points: answering('no-credit', (draft) => ({ ...draft, body: { detail: 'Insufficient credit.' } })),
  }),
  defineFault({
    rule: 'create.credit.not-consumed',
    title: 'takes credit at create',
    points: {
      effects: (commands, { condition, workspace }) =>
        condition === 'created' ? [...commands, { type: 'set-credit', credit: workspace.credit - 1 }] : commands,
    },
  }),
  defineFault({
    rule: 'create.status.documented',
    title: 'answers 418 for a body that is no JSON',
    points: refusingWith(418, ({ condition }, { endpoint }) => condition === 'bad-body' && endpoint === 'create'),
  }),
];

function isDeclared(form: Form, key: string): boolean {
  return form.fields.some((field) => field.key === key) || form.inputParameters.some((each) => each.key === key);
}
