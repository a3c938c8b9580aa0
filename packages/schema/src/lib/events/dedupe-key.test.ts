import { describe, expect, it } from 'vitest';

import { dedupeKey } from './dedupe-key.ts';

const submitted = { slug: 'k3v9', submitted_at: '2026-01-05T03:00:00+00:00' };

describe('dedupeKey()', () => {
  it('joins slug and time of submission', () => {
    expect(dedupeKey({ event: { type: 'submit_form' }, application: submitted })).toEqual({
      kind: 'key',
      key: 'k3v9|2026-01-05T03:00:00+00:00',
    });
  });

  it.each([null, undefined])('has none for a drop_off, whose submitted_at is %s', (submitted_at) => {
    expect(dedupeKey({ event: { type: 'drop_off' }, application: { slug: 'k3v9', submitted_at } })).toEqual({
      kind: 'none',
      reason: 'not-submitted',
    });
  });

  it.each(['update_status', 'archived'])('has none for an event of type %s on a submitted application', (type) => {
    expect(dedupeKey({ event: { type }, application: submitted })).toEqual({
      kind: 'none',
      reason: 'not-a-submission',
    });
  });
});
