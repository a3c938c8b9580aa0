import { describe, expect, it } from 'vitest';

import { call, deliver, submittedResult } from '../../../test/judges-exchange/build.ts';
import { createEvidence } from './evidence.ts';

const SLUG = 's-1';
const read = call('result', { id: 'read', application: 'submitted', slug: SLUG, answer: submittedResult(SLUG) });
const refused = (headers: readonly [string, string][]) =>
  call('result', { id: 'refused', application: 'submitted', slug: SLUG, status: 500, headers });

describe('createEvidence()', () => {
  it('finds the id of an application in any result or delivery of the run', () => {
    const late = deliver(SLUG, { id: 'late' });

    expect([read, late, refused([])].map(createEvidence([refused([]), late]))).toEqual([
      { applicationId: 4711 },
      { applicationId: 4711 },
      { applicationId: 4711 },
    ]);
    expect(createEvidence([])(refused([]))).toEqual({});
  });

  it.each([
    [[['X-Request-Id', 'req-7f/3:a=']], { requestId: 'req-7f/3:a=' }],
    [[['X-Amzn-Trace-Id', 'Root=1-5759e988']], { requestId: 'Root=1-5759e988' }],
    [
      [
        ['x-correlation-id', 'c-1'],
        ['X-Request-Id', 'r-1'],
      ],
      { requestId: 'r-1' },
    ],
    [[['X-Request-Id', 'Somchai Jaidee <a@b>']], {}],
    [[['X-Request-Id', 'x'.repeat(129)]], {}],
    [[['X-Other', 'r-1']], {}],
  ] as const)('reads the id of a request from %j', (headers, expected) => {
    expect(createEvidence([])(refused(headers.map(([name, value]) => [name, value])))).toEqual(expected);
  });
});
