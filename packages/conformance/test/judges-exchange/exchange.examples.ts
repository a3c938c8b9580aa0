import { SERVICE_ENDPOINTS } from '../../src/lib/observe/condition.ts';
import { add, drop, put } from '../judges-payload/change.ts';
import { after, all, answer, breaks, headers, status, type BrokenExample } from './broken-examples.ts';
import { created, envelope, info, openResult, START, submittedResult, deliver } from './build.ts';

const AT = (seconds: number): number => START + seconds * 1000;

export const createExamples: readonly BrokenExample[] = [
  breaks('create.status.201', 'answers 200', status('create-open', 200), 'create.status.documented'),
  breaks('create.status.201', 'answers 500', status('create-body-absent', 500, {})),
  breaks('create.status.201', 'refuses valid answers', status('create-open', 400, envelope(400))),
  breaks('create.body.required-fields', 'leaves form_url out', answer('create-open', drop('form_url'))),
  breaks('create.body.required-fields', 'leaves detail.form out', answer('create-open', drop('detail.form'))),
  breaks('create.form-url.uri', 'gives a path', answer('create-open', put('form_url', '/forms/1'))),
  breaks('create.form-url.uri', 'gives a number', answer('create-open', put('form_url', 7))),
  breaks(
    'create.form-url.unique',
    'shares a form_url',
    answer('create-open', put('form_url', 'https://forms.example/slug-create-body-absent')),
  ),
  breaks('create.info.absolute', 'gives a path', answer('create-body-absent', put('info', '/en/api/forms/'))),
  breaks(
    'create.info.absolute',
    'leads to another application',
    answer('create-body-absent', put('info', (created('another') as { info: string }).info)),
  ),
  breaks(
    'create.info.absolute',
    'leads to another form',
    answer(
      'create-body-absent',
      put('info', (created('slug-create-body-absent', 'kyc-other') as { info: string }).info),
    ),
  ),
  breaks(
    'create.info.resolves',
    'gives an info that is not there',
    status('info-followed', 404, envelope(404)),
    'info.open.no-token-200',
  ),
  breaks('create.detail.form-echo', 'names another form', answer('create-open', put('detail.form', 'kyc-other'))),
  breaks(
    'create.detail.submitted-at-null',
    'is submitted at once',
    answer('create-open', put('detail.submitted_at', '2026-01-05T03:00:00+00:00')),
  ),
  breaks('create.detail.step-section', 'counts steps', answer('create-open', put('detail.step', 1))),
  ...['absent', 'empty', 'empty-object'].map((body) =>
    breaks(
      'create.body.empty-accepted',
      `refuses: ${body}`,
      status(`create-body-${body}`, 400, envelope(400)),
      ...(body === 'absent' ? [] : []),
    ),
  ),
  breaks(
    'create.required.deferred',
    'demands answers',
    status('create-body-missing-required', 422, envelope(422, { a: ['b'] })),
  ),
  breaks(
    'create.required.deferred',
    'demands answers that another one does not give',
    status('create-body-undeclared-key', 422, envelope(422, { a: ['b'] })),
    'create.answers.unknown-key-accepted',
  ),
  breaks(
    'create.answers.unknown-key-accepted',
    'refuses other keys',
    status('create-body-undeclared-key', 422, envelope(422, { other: ['b'] })),
  ),
  breaks('create.answers.format-422', 'takes bad values', status('create-bad', 201, created('bad'))),
  breaks('create.answers.format-422', 'answers 400', status('create-bad', 400, envelope(400))),
  breaks(
    'create.answers.document-type-prefill',
    'refuses passports',
    status('create-passport', 422, envelope(422, { ekyc_document_type: ['no'] })),
    'create.status.201',
  ),
  breaks('create.422.detail-map', 'gives a text', answer('create-bad', put('error.detail', 'nid is bad'))),
  breaks('create.422.detail-map', 'gives a text per key', answer('create-bad', put('error.detail.nid', 'is bad'))),
  breaks('create.422.detail-map', 'gives a message alone', answer('create-bad', put('error.detail.nid', 'Wrong'))),
  breaks(
    'create.422.names-bad-key',
    'names another key',
    answer('create-bad', put('error.detail', { other: ['is bad'] })),
  ),
  breaks(
    'create.422.names-bad-key',
    'names one more',
    answer('create-bad', add('error.detail', { other: ['is bad'] })),
  ),
  breaks(
    'create.state.incomplete',
    'is complete from the start',
    all(
      answer('result-open', put('application.status', 'complete')),
      answer('result-again', put('application.status', 'complete')),
    ),
  ),
  breaks('create.form-unknown.404', 'answers 403', status('create-unknown-form', 403, envelope(403))),
  breaks('create.form-unknown.404', 'creates', status('create-unknown-form', 201, created('nope', 'nope'))),
  breaks(
    'create.credit.461',
    'answers 402',
    status('create-no-credit', 402, envelope(402)),
    'create.status.documented',
  ),
  breaks('create.credit.461', 'creates on credit', status('create-no-credit', 201, created('no-credit'))),
  breaks(
    'create.credit.461-envelope',
    'gives a bare detail',
    answer('create-no-credit', () => ({ detail: 'No credit' })),
    'error.envelope.shape',
  ),
  breaks('create.credit.not-consumed', 'takes credit', (run) =>
    run.map((observation) => (observation.kind === 'credit' ? { ...observation, after: 4 } : observation)),
  ),
  breaks('create.status.documented', 'answers 409', status('create-open', 409, envelope(409)), 'create.status.201'),
];

export const resultExamples: readonly BrokenExample[] = [
  breaks('result.status.200', 'answers 404', status('result-open', 404, envelope(404))),
  breaks('result.status.200', 'answers 202', status('plain-complete', 202), 'result.status.documented'),
  breaks('result.status.200', 'answers 503', status('result-open', 503, {})),
  breaks(
    'result.body.webhook-minus-event',
    'leaves extra out',
    answer('result-open', drop('extra')),
    'result.read-only',
  ),
  breaks(
    'result.body.webhook-minus-event',
    'carries the event',
    answer('th-result', add('', { event: { nounce: 'n' } })),
  ),
  breaks(
    'result.open.empty',
    'tells what was typed so far',
    answer('th-result', put('answers', { gender: { value: 'M' } })),
  ),
  breaks(
    'result.equals-webhook',
    'tells other answers',
    all(
      answer('plain-complete', put('answers.gender.value', 'F')),
      answer('plain-unchanged', put('answers.gender.value', 'F')),
    ),
  ),
  breaks('result.read-only', 'counts reads', answer('result-again', put('application.other_status.reads', '2'))),
  breaks('result.unknown.404', 'answers 403', status('result-unknown', 403, envelope(403))),
  breaks(
    'result.unknown.404',
    'gives an empty result',
    status('result-unknown', 200, { answers: {} }),
    'result.body.webhook-minus-event',
  ),
  breaks('result.deleted.404', 'answers 403', status('result-deleted', 403, envelope(403))),
  breaks('result.deleted.404', 'answers 410', status('result-deleted', 410, envelope(410)), 'result.status.documented'),
  breaks('result.deleted.404', 'still reads it', status('result-deleted', 200, submittedResult('gone'))),
  breaks('result.size.few-kb', 'fills it up', answer('plain-complete', add('', { padding: 'x'.repeat(20_000) }))),
  breaks(
    'result.status.documented',
    'answers 400',
    status('result-invalid', 400, envelope(400)),
    'auth.invalid-token.401',
  ),
];

export const infoExamples: readonly BrokenExample[] = [
  breaks(
    'info.open.no-token-200',
    'wants the token',
    status('info-followed', 403, envelope(403)),
    'create.info.resolves',
    'info.status.documented',
  ),
  breaks(
    'info.open.with-token-200',
    'refuses the token',
    status('info-token', 400, envelope(400)),
    'create.info.resolves',
  ),
  breaks('info.submitted.no-token-refused', 'tells everyone', status('info-refused-absent', 200, info(true))),
  breaks('info.submitted.no-token-refused', 'takes any token', status('info-refused-invalid', 200, info(true))),
  breaks(
    'info.submitted.no-token-refused',
    'answers 401 without a token',
    status('info-refused-absent', 401, envelope(401)),
  ),
  breaks(
    'info.submitted.no-token-refused',
    'answers 403 to a wrong token',
    status('info-refused-invalid', 403, envelope(403)),
  ),
  breaks(
    'info.submitted.no-token-refused',
    'tells with a 403',
    answer('info-refused-absent', add('', info(true))),
    'auth.no-leak',
  ),
  breaks('info.submitted.with-token-200', 'closes for good', status('info-submitted', 404, envelope(404))),
  breaks('info.deleted.404', 'still reads it', status('info-deleted-absent', 200, info())),
  breaks('info.deleted.404', 'wants the token', status('info-deleted-absent', 403, envelope(403))),
  breaks('info.unknown.404', 'answers 400', status('info-unknown', 400, envelope(400))),
  breaks('info.data.id', 'gives another id', answer('info-token', put('data.id', 4712))),
  breaks('info.data.id', 'gives a text', answer('info-token', put('data.id', '4711'))),
  breaks(
    'info.data.application-id-differs',
    'gives the same id',
    answer('info-token', put('data.application.id', 4711)),
  ),
  breaks('info.data.is-submitted', 'says no', answer('info-submitted', put('data.is_submitted', false))),
  breaks('info.data.is-submitted', 'says yes', answer('info-token', put('data.is_submitted', true))),
  breaks('info.data.current-step', 'leaves it out', answer('info-token', drop('data.current_step'))),
  breaks('info.data.data', 'gives null', answer('info-token', put('data.data', null))),
  breaks(
    'info.locales.listed',
    'lists another locale',
    answer('info-token', put('schema_config.configs.locale.available_locales', ['en', 'xx'])),
  ),
  breaks('info.locales.listed', 'lists nothing', answer('info-token', drop('schema_config'))),
  breaks('info.size.about-57-kb', 'is much smaller', answer('info-token', drop('translations'))),
  breaks('info.size.about-57-kb', 'is much larger', answer('info-token', put('translations', 'x'.repeat(200_000)))),
  breaks('info.status.documented', 'answers 410', status('info-deleted', 410, envelope(410)), 'info.deleted.404'),
];

export const submitExamples: readonly BrokenExample[] = [
  breaks(
    'submit.camera-flow.422',
    'answers 400',
    status('submit-camera', 400, envelope(400)),
    'submit.status.documented',
  ),
  breaks('submit.camera-flow.422', 'answers 403', status('submit-camera', 403, envelope(403))),
  breaks(
    'submit.camera-flow.unchanged',
    'submits nevertheless',
    answer('result-after-camera', () => submittedResult('open')),
  ),
  breaks(
    'submit.camera-flow.unchanged',
    'delivers nevertheless',
    after('submit-camera', deliver('open', { at: AT(6) })),
  ),
  breaks(
    'submit.422.flat-map',
    'wraps it',
    answer('submit-camera', (map) => envelope(422, map)),
  ),
  breaks('submit.422.flat-map', 'gives a text per key', answer('submit-camera', put('ekyc_document', 'is required'))),
  breaks(
    'submit.422.flat-map',
    'gives nothing',
    answer('submit-camera', () => ({})),
    'submit.422.names-missing',
  ),
  breaks(
    'submit.422.names-missing',
    'names something else',
    answer('submit-missing', () => ({ gender: ['is required'] })),
  ),
  breaks(
    'submit.422.names-missing',
    'keeps the captures to itself',
    answer('submit-camera', () => ({ nid: ['is required'] })),
  ),
  breaks(
    'submit.422.names-missing',
    'answers 400',
    status('submit-missing', 400, envelope(400)),
    'submit.status.documented',
  ),
  breaks('submit.plain-flow.200-empty', 'answers 204', status('submit-plain', 204), 'submit.status.documented'),
  breaks(
    'submit.plain-flow.200-empty',
    'has a body',
    answer('submit-plain', () => ({ ok: true })),
  ),
  breaks(
    'submit.plain-flow.completes',
    'stays incomplete',
    answer('plain-complete', () => openResult('plain')),
    'submit.again.unchanged',
  ),
  breaks('submit.plain-flow.completes', 'delivers nothing', (run) =>
    run.filter(({ id }) => id !== 'plain-1' && id !== 'plain-2'),
  ),
  breaks('submit.again.403', 'answers 422', status('submit-again', 422, { nid: ['is there'] })),
  breaks('submit.again.403', 'answers 409', status('submit-again', 409, envelope(409)), 'submit.status.documented'),
  breaks(
    'submit.again.unchanged',
    'moves submitted_at',
    answer('plain-unchanged', put('application.submitted_at', '2026-01-05T03:01:40+00:00')),
    'result.equals-webhook',
  ),
  breaks(
    'submit.again.unchanged',
    'delivers again',
    after('submit-again', deliver('plain', { at: AT(101), id: 'twice' })),
  ),
  breaks('submit.unknown.404', 'answers 422', status('submit-unknown', 422, { a: ['b'] })),
  breaks('submit.unknown.404', 'answers 403', status('submit-unknown', 403, envelope(403))),
  breaks('submit.status.documented', 'answers 202', status('submit-plain', 202), 'submit.plain-flow.200-empty'),
];

export const localeExamples: readonly BrokenExample[] = [
  ...SERVICE_ENDPOINTS.map((endpoint) =>
    breaks(
      'locale.platform.accepted',
      `does not know fr on ${endpoint}`,
      status(`fr-${endpoint}`, 404, endpoint === 'resend' ? { detail: 'No' } : envelope(404)),
      'locale.outside-form-subset.accepted',
      ...(
        {
          create: ['create.status.201'],
          result: ['result.status.200'],
          info: ['info.open.with-token-200'],
          submit: ['submit.camera-flow.422'],
          resend: ['resend.never-submitted.204'],
        } as const
      )[endpoint],
    ),
  ),
  breaks(
    'locale.outside-form-subset.accepted',
    'sends de elsewhere',
    status('de-result', 302),
    'locale.platform.accepted',
  ),
  ...SERVICE_ENDPOINTS.map((endpoint) =>
    breaks(
      'locale.unknown.302',
      `does not redirect on ${endpoint}`,
      status(`${endpoint}-unknown-locale`, 404, endpoint === 'resend' ? { detail: 'No' } : envelope(404)),
    ),
  ),
  breaks('locale.unknown.302', 'answers 301', status('result-unknown-locale', 301), 'result.status.documented'),
  breaks('locale.unknown.location', 'leads to th', headers('info-unknown-locale', { Location: '/base/th/xx/' })),
  breaks('locale.unknown.location', 'leads nowhere', headers('info-unknown-locale', {})),
  breaks(
    'locale.unknown.does-not-resolve',
    'leads to the result',
    status('result-redirected', 200, openResult('open')),
  ),
  breaks(
    'locale.unknown.does-not-resolve',
    'leads to an endpoint that refuses the call',
    status('result-redirected', 422, envelope(422)),
  ),
];
