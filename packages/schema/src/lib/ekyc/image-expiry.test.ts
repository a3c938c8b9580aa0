import { describe, expect, it } from 'vitest';

import type { Submission } from '../consumer/types.ts';
import { imageExpirySeconds } from './image-expiry.ts';

describe('imageExpirySeconds()', () => {
  it('is 15 minutes after the delivery', () => {
    const expSeconds = imageExpirySeconds({ created_at: '2026-01-05T03:00:00+00:00' });

    expect(new Date(expSeconds * 1000).toISOString()).toBe('2026-01-05T03:15:00.000Z');
  });

  it('drops the fraction of a second', () => {
    expect(imageExpirySeconds({ created_at: '1970-01-01T00:00:00.999+00:00' })).toBe(900);
  });

  it('takes the event that a reader returns, which may lack its time', () => {
    const event: Submission['event'] = { type: 'submit_form', created_at: undefined };

    expect(imageExpirySeconds(event)).toBeUndefined();
  });

  it.each(['', 'yesterday', '2026-01-05', '2026-01-05T03:00:00', '2026-13-05T03:00:00+00:00'])(
    'refuses a created_at of %j',
    (created_at) => {
      expect(() => imageExpirySeconds({ created_at })).toThrow(RangeError);
    },
  );
});
