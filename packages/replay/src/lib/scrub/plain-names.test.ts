import { describe, expect, it } from 'vitest';

import { isPlainName } from './plain-names.ts';

describe('isPlainName()', () => {
  it.each([
    'doc',
    'aka',
    'match_types_details',
    'sourceNotes',
    'DateOfBirth',
    'URL',
    'v2',
    'source_notes_2',
    'hits',
    'type',
    'value',
    'id',
  ])('knows %j for the name of a field', (name) => {
    expect(isPlainName(name)).toBe(true);
  });

  it.each([
    '',
    'amelia',
    'Smith',
    'amelia_clarke',
    'name_amelia',
    'k3v9x2p8',
    'id_1234567',
    '12',
    'An',
    'ชื่อ',
    'name smith',
    'phone-08-12-34-56-78',
    'dob.04.05.84',
    'phone08v12v34',
  ])('does not know %j', (name) => {
    expect(isPlainName(name)).toBe(false);
  });
});
