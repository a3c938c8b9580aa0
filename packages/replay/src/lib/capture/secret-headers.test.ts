import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { redactHeaders } from './redact.ts';
import { describeSecretHeaders, restoreSecretHeaders } from './secret-headers.ts';

const secret = 'the-secret-of-the-webhook';

describe('restoreSecretHeaders()', () => {
  it('returns any headers as they came, of what the archive keeps of them and what is in memory', () => {
    const name = fc.constantFrom(
      'Authorization',
      'authorization',
      'X-Trace',
      'X-oDD',
      'Cookie',
      `x-${secret}`,
      'redacted',
    );
    const value = fc.constantFrom('', '1', 'Bearer x', secret, '[redacted]');
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value)), (fields) => {
        const kept = redactHeaders(fields.flat(), secret);
        expect(restoreSecretHeaders(kept, describeSecretHeaders(fields.flat(), kept))).toEqual(fields);
      }),
      { numRuns: 500 },
    );
  });

  it('is the same text for all deliveries of a sender', () => {
    const described = ['1', '22'].map((trace) => {
      const headers = ['Host', 'x', 'Authorization', 'Bearer y', 'X-Trace', trace, 'Content-Length', trace];
      return describeSecretHeaders(headers, redactHeaders(headers, secret));
    });
    expect(described).toEqual(Array(2).fill('[[1,0,"Authorization","Bearer y"]]'));
  });
});
