import { describe, expect, it } from 'vitest';

import { connectionFailure } from './connection-failure.ts';

const withCode = (code: unknown): Error => Object.assign(new Error('secret address'), { code });

describe('connectionFailure()', () => {
  it.each([
    ['a text', 'ECONNRESET', { reason: 'unreachable' }],
    ['nothing', undefined, { reason: 'unreachable' }],
    ['an object with a code', { code: 'ECONNRESET' }, { reason: 'unreachable' }],
    ['an error without a code', new Error('no'), { reason: 'unreachable' }],
    ['a code that is a number', withCode(20), { reason: 'unreachable' }],
    ['a reset', withCode('ECONNRESET'), { reason: 'reset', code: 'ECONNRESET' }],
    ['a missing host', withCode('ENOTFOUND'), { reason: 'unknown-host', code: 'ENOTFOUND' }],
    ['a certificate', withCode('CERT_HAS_EXPIRED'), { reason: 'tls', code: 'CERT_HAS_EXPIRED' }],
    ['an unknown code', withCode('ENETDOWN'), { reason: 'unreachable', code: 'ENETDOWN' }],
    [
      'several addresses',
      new AggregateError([withCode('ECONNREFUSED'), withCode('EPROTO')]),
      { reason: 'refused', code: 'ECONNREFUSED' },
    ],
    ['no addresses', new AggregateError([]), { reason: 'unreachable' }],
    [
      'an answer that is no HTTP',
      Object.assign(withCode('HPE_INVALID'), { name: 'HTTPParserError' }),
      { reason: 'reset' },
    ],
  ])('sorts %s', (_what, error, expected) => {
    expect(connectionFailure(error)).toStrictEqual({ kind: 'failed', ...expected });
  });
});
