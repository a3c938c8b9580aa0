import { describe, expect, it } from 'vitest';

import { BodyKeeper } from '../observe/body-keeper.ts';
import { readEntry, type RecordedBody, type RecordedCall } from './har-entry.ts';

interface Written {
  readonly method?: string;
  readonly request?: object;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly response?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

function read({
  method = 'GET',
  request,
  requestHeaders = {},
  status = 200,
  response,
  headers = {},
}: Written): RecordedCall {
  const pairs = (object: object): object[] =>
    Object.entries(object).map(([name, value]) => ({ name, value: `${value}` }));
  const call = readEntry(
    {
      startedDateTime: '2026-01-05T10:00:00.000+07:00',
      request: { method, url: 'https://idv.example.com/', headers: pairs(requestHeaders), ...request },
      response: { status, headers: pairs(headers), ...response },
    },
    new BodyKeeper(),
  );
  if ('problem' in call) throw new Error(call.problem);
  return call;
}

/** Knowledge of a body, in a word. */
function told(body: RecordedBody): string {
  if (body === undefined) return 'unknown';
  if (body.truncated) return `cut off of ${body.size}`;
  return body.size === 0 ? 'none' : new TextDecoder().decode(body.bytes);
}

const JSON_TYPE = { 'content-type': 'application/json' };

describe('readEntry()', () => {
  it.each<readonly [string, Written, string]>([
    ['a text', { response: { content: { size: 2, text: '{}' } } }, '{}'],
    ['base64', { response: { content: { size: 2, text: 'e30=', encoding: 'base64' } } }, '{}'],
    [
      'what was packed, with the size that travelled',
      { headers: { 'content-encoding': 'gzip' }, response: { content: { size: 22, text: '{}' } } },
      '{}',
    ],
    ['a text that was cut off', { response: { content: { size: 900, text: '{"a":' } } }, 'cut off of 900'],
    ['a whole text, of which somebody made a shorter one', { response: { content: { size: 900, text: '{}' } } }, '{}'],
    ['Chrome: an empty text', { response: { content: { size: 0, text: '' }, bodySize: -1 } }, 'none'],
    [
      'Chrome: an empty body in chunks',
      { headers: { 'transfer-encoding': 'chunked' }, response: { content: { size: 0, text: '' }, bodySize: 5 } },
      'none',
    ],
    [
      'Chrome: what it no longer has',
      { headers: JSON_TYPE, response: { content: { size: 900 }, bodySize: 300 } },
      'unknown',
    ],
    [
      'Firefox: a redirect without its body',
      {
        status: 302,
        headers: { 'content-length': '0' },
        response: { content: { size: 0, comment: 'Response bodies are not included.' }, bodySize: 213 },
      },
      'none',
    ],
    [
      'Firefox: what it was told not to keep',
      { headers: { 'content-length': '900' }, response: { content: { size: 0 }, bodySize: 900 } },
      'unknown',
    ],
    [
      'mitmproxy: a body that it let pass',
      { headers: { ...JSON_TYPE, 'content-length': '900' }, response: { content: { size: 0, text: '' }, bodySize: 0 } },
      'unknown',
    ],
    [
      'mitmproxy: the same in chunks',
      {
        headers: { ...JSON_TYPE, 'transfer-encoding': 'chunked' },
        response: { content: { size: 0, text: '' }, bodySize: 0 },
      },
      'unknown',
    ],
    ['a text that is null', { response: { content: { size: 0, text: null } } }, 'unknown'],
    [
      'a HEAD',
      { method: 'HEAD', headers: { ...JSON_TYPE, 'content-length': '900' }, response: { content: { size: 0 } } },
      'none',
    ],
    ['a 204', { status: 204, response: { content: {} } }, 'none'],
    ['no content', { response: { bodySize: -1 } }, 'unknown'],
  ])('tells of the body of an answer: %s', (_, written, expected) => {
    expect(told(read(written).answer?.body)).toBe(expected);
  });

  it.each<readonly [string, Written, string]>([
    ['a text', { request: { bodySize: 2, postData: { text: '{}' } } }, '{}'],
    ['Firefox: none', { requestHeaders: { 'content-length': '0' }, request: { bodySize: 0 } }, 'none'],
    ['mitmproxy: none', { request: { bodySize: 0, postData: { mimeType: '', text: '', params: [] } } }, 'none'],
    [
      'mitmproxy: one that it let pass',
      { request: { bodySize: 0, postData: { mimeType: '', text: null, params: [] } } },
      'unknown',
    ],
    ['sizes that nobody counted', { request: { bodySize: -1 } }, 'unknown'],
    ['a text that was cut off', { request: { bodySize: 900, postData: { text: '{"a' } } }, 'cut off of 900'],
  ])('tells of the body of a request: %s', (_, written, expected) => {
    expect(told(read({ method: 'POST', ...written }).requestBody)).toBe(expected);
  });

  it('takes no type from a tool that means there was none', () => {
    for (const mimeType of ['', 'x-unknown', 'application/octet-stream', 'application/x-unknown-content-type']) {
      expect(read({ response: { content: { size: 0, text: '', mimeType } } }).answer?.headers).toEqual([]);
    }
    const { answer } = read({ response: { content: { size: 2, text: '{}', mimeType: 'application/json' } } });
    expect(answer?.headers).toEqual([['content-type', 'application/json']]);
  });

  it('takes no type that a browser guessed, as the sender told none', () => {
    const content = { size: 8, text: 'iVBORw0KGgo=', encoding: 'base64', mimeType: 'image/png' };
    const { answer } = read({ headers: { 'content-length': '8' }, response: { content } });
    expect(answer?.headers).toEqual([['content-length', '8']]);
  });

  it('takes a status that is none for no answer', () => {
    for (const status of [0, -1]) expect(read({ status }).answer).toBeUndefined();
  });
});
