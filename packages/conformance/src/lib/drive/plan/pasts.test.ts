import { expect, it } from 'vitest';

import { action, exchange } from '../../../../test/judges-payload/observe.ts';
import { SLUG } from '../../../../test/judges-payload/submission.ts';
import type { Observation } from '../../observe/observation.ts';
import { Pasts } from './pasts.ts';

const resend = (application: 'open' | 'submitted', status = 204): Observation =>
  exchange({ condition: { endpoint: 'resend', method: 'POST', application }, status });

it.each([
  ['nothing', [], 'submitted', 'nothing'],
  ['a changed status', [action('change-status')], 'open', 'status change'],
  ['a resend', [resend('submitted')], 'submitted', 'resend'],
  ['a resend of an open application, which delivers nothing', [resend('open')], 'submitted', 'nothing'],
  ['a refused resend', [resend('submitted', 401)], 'submitted', 'nothing'],
  ['both', [resend('submitted'), action('change-status')], 'deleted', 'status change and resend'],
  ['an expiry', [action('expire')], 'expired', 'nothing'],
  ['a deletion after an expiry', [action('expire')], 'deleted', 'expiry'],
] as const)('knows %s', (_, observations, state, past) => {
  expect(new Pasts(observations).of(SLUG, state)).toBe(past);
  expect(new Pasts(observations).of('another', state)).toBe('nothing');
});
