import { expect, it } from 'vitest';

import { bestProcessorMs } from '../../../../tools/testing/processor-time.ts';
import { CAMERA_FORM, call } from './build.ts';
import { outcome } from './judge.ts';

it('judges refused calls in time that grows with their number only', () => {
  const refused = Array.from({ length: 30_000 }, (_, index) =>
    call('submit', { id: `x${index}`, lang: 'th', formSlug: CAMERA_FORM, body: 'valid-answers', status: 404 }),
  );
  const ms = bestProcessorMs(() => {
    expect(outcome('locale.platform.accepted', refused)).toMatchObject({ verdict: 'not-exercised' });
  }, 1);
  expect(ms).toBeLessThan(30_000);
});
