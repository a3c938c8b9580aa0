import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { maskedHit } from './masked-hit.ts';

describe('maskedHit()', () => {
  it('shows structure, flags and the fields that are counted', () => {
    const hit = {
      match_types: ['name_exact', 7],
      ok: true,
      none: null,
      empty: '',
      doc: { name: 'Erika', year: 1990, types: ['pep'] },
    };
    expect(JSON.parse(maskedHit(hit, ['match_types[]', 'doc.types[]']))).toEqual({
      match_types: ['name_exact', 7],
      ok: true,
      none: null,
      empty: '',
      doc: { name: '•••', year: '•••', types: ['pep'] },
    });
  });

  it('keeps no other text or number', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const leaves = (node: unknown): unknown[] =>
          typeof node === 'object' && node !== null ? Object.values(node).flatMap(leaves) : [node];
        const left = leaves(JSON.parse(maskedHit(value, [])));
        expect(
          left.filter((leaf) => leaf !== '•••' && leaf !== '' && leaf !== null && typeof leaf !== 'boolean'),
        ).toEqual([]);
      }),
    );
  });
});
