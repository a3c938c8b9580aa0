import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { StoredApplication } from './application.ts';
import { collectApplications } from './applications.ts';

// Only slug, id and one other field matter to a collection.
const applications = fc.array(
  fc.record({ slug: fc.string({ maxLength: 2 }), id: fc.nat(), currentStep: fc.string() }),
) as fc.Arbitrary<unknown> as fc.Arbitrary<readonly StoredApplication[]>;

describe('collectApplications()', () => {
  it('holds what a map would hold', () => {
    fc.assert(
      fc.property(applications, applications, (first, then) => {
        const map = new Map([...first, ...then].map((each) => [each.slug, each]));
        const collected = then.reduce((before, each) => before.with(each), collectApplications(first));

        for (const [slug, application] of map) expect(collected.get(slug)).toBe(application);
        expect(new Set(collected.all())).toEqual(new Set(map.values()));
      }),
    );
  });

  it('never changes', () => {
    fc.assert(
      fc.property(applications, applications, (first, then) => {
        const collected = collectApplications(first);
        const before = collected.all();
        for (const each of then) collected.with(each);

        expect(collected.all()).toEqual(before);
      }),
    );
  });

  it('is in the order of creation', () => {
    fc.assert(
      fc.property(applications, (given) => {
        const ids = collectApplications(given)
          .all()
          .map(({ id }) => id);
        expect(ids).toEqual(ids.toSorted((one, other) => one - other));
      }),
    );
  });

  it('has nothing under the names that every object has', () => {
    expect(collectApplications().get('constructor')).toBeUndefined();
  });
});
