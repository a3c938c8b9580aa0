import { add, drop, put } from '../judges-payload/change.ts';
import { after, answer, breaks, headers, status, type BrokenExample } from './broken-examples.ts';
import { created, envelope, openResult, START, submittedResult, deliver } from './build.ts';

const AT = (seconds: number): number => START + seconds * 1000;

export const authenticationExamples: readonly BrokenExample[] = [
  ...(['create', 'result', 'submit', 'resend'] as const).flatMap((endpoint) => [
    breaks('auth.invalid-token.401', `answers 403 on ${endpoint}`, status(`${endpoint}-invalid`, 403, envelope(403))),
    breaks('auth.absent.403', `answers 401 on ${endpoint}`, status(`${endpoint}-absent`, 401, envelope(401))),
    breaks(
      'auth.other-scheme.401',
      `answers 403 on ${endpoint}`,
      status(`${endpoint}-other-scheme`, 403, envelope(403)),
    ),
  ]),
  breaks('auth.invalid-token.401', 'creates with any token', status('create-invalid', 201, created('any'))),
  breaks('auth.invalid-token.401', 'fails on a wrong token', status('result-invalid', 500, {})),
  breaks(
    'auth.revoked-token.401',
    'takes a revoked token',
    status('result-revoked', 200, openResult('refused-revoked')),
  ),
  ...(['create', 'submit', 'resend'] as const).map((endpoint) =>
    breaks(
      'auth.get-on-post-only.403',
      `answers 404 to GET on ${endpoint}`,
      status(`${endpoint}-get`, 404, endpoint === 'resend' ? { detail: 'No' } : envelope(404)),
    ),
  ),
  breaks('auth.never-405', 'answers 405 to DELETE', status('result-delete', 405, envelope(405))),
  breaks('auth.never-405', 'answers 405 to GET', status('submit-get', 405, envelope(405)), 'auth.get-on-post-only.403'),
  breaks(
    'auth.refused.no-effect',
    'submits what it refuses',
    answer('plain-still-open', put('application.status', 'complete')),
  ),
  breaks(
    'auth.refused.no-effect',
    'delivers what it refuses',
    after('resend-refused', deliver('plain', { at: AT(201), id: 'stolen' })),
  ),
  breaks(
    'auth.no-leak',
    'names the applicant',
    answer('info-refused-absent', put('error.detail', 'Somchai has submitted')),
    'error.403.detail',
  ),
  breaks('auth.no-leak', 'sends the result along', answer('resend-refused', add('', submittedResult('plain')))),
];

export const errorExamples: readonly BrokenExample[] = [
  breaks(
    'error.envelope.shape',
    'gives a bare detail',
    answer('result-unknown', () => ({ detail: 'Not found.' })),
  ),
  breaks(
    'error.envelope.shape',
    'answers with a page',
    answer('result-unknown', () => undefined),
  ),
  breaks('error.envelope.shape', 'gives the code as a text', answer('result-unknown', put('error.status_code', '404'))),
  breaks('error.envelope.shape', 'leaves the detail out', answer('result-unknown', drop('error.detail'))),
  breaks('error.envelope.status-code', 'gives another code', answer('result-unknown', put('error.status_code', 400))),
  breaks(
    'error.envelope.message',
    'says Unauthorized on 403',
    answer('result-absent', put('error.message', 'Unauthorized')),
  ),
  breaks('error.envelope.message', 'says nothing', answer('result-absent', put('error.message', ''))),
  breaks('error.envelope.detail-string', 'gives a list', answer('result-unknown', put('error.detail', ['Not found']))),
  breaks('error.401.detail', 'says something else', answer('result-invalid', put('error.detail', 'Invalid token'))),
  breaks('error.403.detail', 'says something else', answer('submit-again', put('error.detail', 'Submitted already'))),
  breaks('error.content-type.json', 'says text/html', headers('result-unknown', { 'content-type': 'text/html' })),
  breaks('error.content-type.json', 'says nothing', headers('submit-camera', {})),
];
