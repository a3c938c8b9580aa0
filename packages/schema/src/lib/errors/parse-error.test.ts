import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { ENDPOINTS, type EndpointName } from '../endpoints/endpoint.ts';
import { DETAIL_401, DETAIL_403 } from './error-details.ts';
import { parseServiceError } from './parse-error.ts';
import { retryAdvice } from './retry-advice.ts';

const endpoints = Object.keys(ENDPOINTS) as EndpointName[]; // `Object.keys` forgets the keys.
const envelope = (status_code: number, message: string, detail: unknown): object => ({
  error: { status_code, message, detail },
});

describe('parseServiceError()', () => {
  it.each(endpoints)('reads the 401 and 403 of %s', (endpoint) => {
    expect(parseServiceError({ endpoint, status: 401, body: envelope(401, 'Unauthorized', DETAIL_401) })).toEqual({
      kind: 'unauthorized',
      status: 401,
      message: 'Unauthorized',
      detail: DETAIL_401,
    });
    expect(parseServiceError({ endpoint, status: 403, body: envelope(403, 'Forbidden', DETAIL_403) })).toEqual({
      kind: 'forbidden',
      status: 403,
      message: 'Forbidden',
      detail: DETAIL_403,
    });
  });

  it('reads the map in the envelope of a 422 on create', () => {
    const body = envelope(422, 'Unprocessable Entity', { nid: ['wrong check digit'] });

    expect(parseServiceError({ endpoint: 'create', status: 422, body })).toEqual({
      kind: 'invalid-answers',
      status: 422,
      messages: { nid: ['wrong check digit'] },
    });
  });

  it('reads the bare map of a 422 on submit, even one of a question called "error"', () => {
    const body = { error: ['required'], ekyc_document: ['required'] };

    expect(parseServiceError({ endpoint: 'submit', status: 422, body })).toEqual({
      kind: 'invalid-answers',
      status: 422,
      messages: body,
    });
  });

  it('reads the bare detail of a 404 on resend', () => {
    expect(parseServiceError({ endpoint: 'resend', status: 404, body: { detail: 'Not found.' } })).toEqual({
      kind: 'not-found',
      status: 404,
      detail: 'Not found.',
    });
  });

  it('reads the envelope of a 404 everywhere else', () => {
    expect(parseServiceError({ endpoint: 'info', status: 404, body: envelope(404, 'Not Found', 'none') })).toEqual({
      kind: 'not-found',
      status: 404,
      detail: 'none',
    });
  });

  it('reads 400 and 461', () => {
    expect(parseServiceError({ endpoint: 'create', status: 400, body: envelope(400, 'Bad Request', 'why') })).toEqual({
      kind: 'bad-request',
      status: 400,
      message: 'Bad Request',
      detail: 'why',
    });
    expect(parseServiceError({ endpoint: 'create', status: 461, body: envelope(461, 'No Credit', 'why') })).toEqual({
      kind: 'no-credit',
      status: 461,
      message: 'No Credit',
      detail: 'why',
    });
  });

  it.each([
    [302, undefined, { kind: 'unknown-locale', status: 302 }],
    [429, 'slow down', { kind: 'too-many-requests', status: 429, body: 'slow down' }],
    [500, undefined, { kind: 'server-error', status: 500, body: undefined }],
    [503, '<html>', { kind: 'server-error', status: 503, body: '<html>' }],
  ])('asks nothing of the body of a %d', (status, body, error) => {
    expect(parseServiceError({ endpoint: 'result', status, body })).toEqual(error);
  });

  it('lets keys pass that were added later', () => {
    const body = { error: { status_code: 404, message: 'Not Found', detail: 'none', trace: 'x' }, more: 1 };

    expect(parseServiceError({ endpoint: 'result', status: 404, body }).kind).toBe('not-found');
  });

  it.each([
    ['a 422 on an endpoint that has none', 'result', 422, envelope(422, 'Unprocessable', { nid: ['bad'] })],
    ['a 461 on an endpoint that has none', 'submit', 461, envelope(461, 'No Credit', 'why')],
    ['a 405, which no endpoint has', 'create', 405, envelope(405, 'Method Not Allowed', 'why')],
    ['a success', 'result', 200, {}],
  ] as const)('does not recognise %s', (_, endpoint, status, body) => {
    expect(parseServiceError({ endpoint, status, body })).toEqual({ kind: 'unrecognised', status, body });
  });

  it.each([
    ['resend', 404, envelope(404, 'Not Found', 'none'), { kind: 'not-found', status: 404, detail: '' }],
    ['result', 404, '<html>', { kind: 'not-found', status: 404, detail: '' }],
    ['result', 401, '<html>', { kind: 'unauthorized', status: 401, message: '', detail: '' }],
    ['result', 403, undefined, { kind: 'forbidden', status: 403, message: '', detail: '' }],
    ['create', 461, undefined, { kind: 'no-credit', status: 461, message: '', detail: '' }],
    ['create', 422, { nid: ['bad'] }, { kind: 'invalid-answers', status: 422, messages: {} }],
  ] as const)('tells the kind of %s %d by its status if the body cannot be read', (endpoint, status, body, error) => {
    expect(parseServiceError({ endpoint, status, body })).toEqual(error);
  });

  it('never throws and keeps the status, whatever comes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...endpoints), fc.integer(), fc.jsonValue(), (endpoint, status, body) => {
        expect(parseServiceError({ endpoint, status, body }).status).toBe(status);
      }),
    );
  });
});

describe('retryAdvice()', () => {
  it.each([
    [429, 'back-off'],
    [500, 'at-most-three'],
    [404, 'never'],
    [461, 'never'],
    [405, 'never'],
  ])('says of a %d: %s', (status, advice) => {
    expect(retryAdvice(parseServiceError({ endpoint: 'result', status, body: undefined }))).toBe(advice);
  });

  it('tells to top up before creating again after a 461', () => {
    const error = parseServiceError({ endpoint: 'create', status: 461, body: envelope(461, 'No Credit', 'why') });

    expect(retryAdvice(error)).toBe('top-up-first');
  });
});
