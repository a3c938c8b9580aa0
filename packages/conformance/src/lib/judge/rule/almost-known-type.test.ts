import { describe, expect, it } from 'vitest';

import { almostKnownType } from './almost-known-type.ts';

describe('almostKnownType()', () => {
  it.each([
    ['updateStatus', 'update_status'],
    ['update-status', 'update_status'],
    ['UPDATE_STATUS', 'update_status'],
    ['update.status', 'update_status'],
    ['status_update', 'update_status'],
    ['updated_status', 'update_status'],
    ['update_statuses', 'update_status'],
    ['dropoff', 'drop_off'],
    ['drop_of', 'drop_off'],
    ['submit form', 'submit_form'],
    ['submited_form', 'submit_form'],
  ])('finds that %s is meant for %s', (type, known) => {
    expect(almostKnownType(type)).toBe(known);
  });

  it.each([
    'update_status',
    'submit_form',
    'drop_off',
    'reviewed',
    'update_score',
    'update_address',
    'submit_document',
    'update',
    'status',
    'drop_out_of',
    '',
    '__proto__',
  ])('takes %j as it is', (type) => {
    expect(almostKnownType(type)).toBeUndefined();
  });
});
