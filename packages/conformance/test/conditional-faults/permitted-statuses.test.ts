import { describe, expect, it } from 'vitest';

import { permittedStatuses } from './permitted-statuses.ts';
import type { Values } from './values.ts';

const CALL: Values = {
  endpoint: 'result',
  method: 'own',
  locale: 'en',
  credential: 'valid',
  state: 'open',
  flow: 'camera',
};

describe('permittedStatuses()', () => {
  it.each([
    ['nothing refuses the call', {}, []],
    ['the token is unknown', { credential: 'cut' }, [401]],
    ['the token is unknown, and the application too', { credential: 'cut', state: 'unknown-slug' }, [401, 404]],
    ['the token is absent, and the locale unknown', { credential: 'absent', locale: 'unknown' }, [302, 403]],
    [
      'a submitted application is submitted without a token',
      { endpoint: 'submit', credential: 'revoked', state: 'submitted' },
      [401, 403, 422],
    ],
    ['a plain form is submitted', { endpoint: 'submit', flow: 'plain', body: 'ordinary' }, []],
    ['a create has no credit and a bad answer', { endpoint: 'create', body: 'bad-format', credit: 'none' }, [422, 461]],
    ['info needs no token', { endpoint: 'info', credential: 'absent' }, []],
    ['info is given a token that it does not need', { endpoint: 'info', credential: 'cut' }, [401, 403, 404]],
  ] as const)('lists the statuses of all reasons if %s', (_, values, statuses) => {
    expect([...permittedStatuses({ ...CALL, ...values })].toSorted((one, other) => one - other)).toEqual(statuses);
  });
});
