import * as strict from '@idvkit/schema';
import { FixtureError, fixtures } from '@idvkit/schema/fixtures';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';

type Name = keyof typeof fixtures;
const names = Object.keys(fixtures) as Name[]; // `Object.keys` forgets the keys.

/** Schema of each fixture: most have its name. */
const schemas: Readonly<Record<string, unknown>> = {
  ...strict,
  submitForm: strict.submitFormDelivery,
  updateStatus: strict.lifecycleDelivery,
  dropOff: strict.lifecycleDelivery,
};
const make = (name: Name, seed: number): unknown => (fixtures[name] as (options: object) => unknown)({ seed });

describe('fixtures', () => {
  it.each(names)('%s() is in order, whatever the seed, and the same each time', (name) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const schema = schemas[name] as z.ZodType; // Each fixture has one.
        const body = make(name, seed);
        expect(schema.safeParse(body).error).toBeUndefined();
        expect(make(name, seed)).toEqual(body);
      }),
      { numRuns: 30 },
    );
  });

  it('are there for every event, request, response and error', () => {
    const bodies = Object.entries(strict).flatMap(([name, value]) =>
      value instanceof z.ZodType && /(?:Request|Response|Error)$/.test(name) ? [name] : [],
    );

    expect([...names].sort()).toEqual(['submitForm', 'updateStatus', 'dropOff', ...bodies].sort());
  });

  it('give bodies of their own, so that a test may change one', () => {
    const options = { document: 'front_card' } as const;
    const first = fixtures.submitForm(options);
    first.application.slug = 'changed';
    first.answers.nid = undefined;

    expect(fixtures.submitForm(options).application.slug).not.toBe('changed');
    expect(fixtures.submitForm(options).answers.nid).toBeDefined();
  });

  it('come out as told', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.constantFrom(...strict.ekycOutcome.options),
        fc.constantFrom('front_card' as const, 'passport' as const),
        fc.constantFrom('none' as const, 'found' as const, 'absent' as const),
        (seed, outcome, document, aml) => {
          const { application, answers, extra } = fixtures.submitForm({ seed, outcome, document, aml });
          expect(application.other_status.ekyc).toBe(outcome);
          expect(answers.ekyc_document_type?.value).toBe(document);
          const found = Object.values(extra.identity_aml ?? {}).some((runs) =>
            runs.some((run) => run.result.is_any_found),
          );
          expect([extra.identity_aml === undefined, found]).toEqual([aml === 'absent', aml === 'found']);
        },
      ),
    );
  });

  it('are about the application that is asked for, in every part', () => {
    const about = {
      slug: 'k3v9',
      id: 4711,
      form: 'kyc-camera',
      origin: 'https://idv.test',
      at: '2026-11-05T09:30:00Z',
    };
    const { event, application, extra } = fixtures.submitForm({ outcome: 'pass', about });

    expect(application).toMatchObject({ id: 4711, no: 'COK004711', form: 'kyc-camera', slug: 'k3v9' });
    expect(event.created_at).toBe('2026-11-05T09:30:00+00:00');
    expect(extra.ekyc?.liveness?.url).toMatch(
      /^https:\/\/idv\.test\/api\/ekyc\/k3v9\/result\/image\/\?q=[\w-]+&exp=1793871900$/,
    );
    expect(fixtures.createResponse({ about }).info).toBe(
      'https://idv.test/en/api/forms/kyc-camera/applied-forms/k3v9/info/',
    );
    expect(fixtures.dropOff({ about }).application).toMatchObject({
      slug: 'k3v9',
      status: 'expired',
      submitted_at: null,
    });
    expect(fixtures.infoResponse({ about }).data.id).toBe(4711);
    expect(() => fixtures.dropOff({ about: { at: 'soon' } })).toThrow(RangeError);
  });

  it('read like something that a person filled in', () => {
    const { answers } = fixtures.submitForm({ document: 'front_card' });

    expect(answers.home_address_address?.value).toBe('99/1 Rama IV Road');
    expect(Object.keys(answers).filter((key) => !(key in strict.knownAnswers))).toEqual([]);
    for (const seed of [1, 2, 3, 4, 5]) {
      const { application, extra } = fixtures.submitForm({ seed });
      expect(application.other_status.ekyc).toBe('pass');
      expect(extra.ekyc?.face_compare?.status).toBe('match');
      expect(['ekyc', 'decision', 'aml']).toEqual(expect.arrayContaining(Object.keys(application.other_status)));
    }
  });

  it('give the deliveries of one application a nounce each', () => {
    const deliveries = [1, 2, 3].map((seed) => [
      fixtures.submitForm({ seed }),
      fixtures.updateStatus({ seed }),
      fixtures.dropOff({ seed }),
    ]);
    expect(new Set(deliveries.flat().map(({ event }) => event.nounce)).size).toBe(9);
    expect(new Set(deliveries.flat().map(({ application }) => application.slug)).size).toBe(3);
  });
});

describe('with', () => {
  it('puts parts over a body and leaves the rest', () => {
    const plain = fixtures.submitForm();
    const own = fixtures.submitForm({ with: { answers: { customer_ref: { value: 'A-17' }, nid: undefined } } });
    const { nid: _nid, ...others } = plain.answers;

    expect(own).toEqual({ ...plain, answers: { ...others, customer_ref: { value: 'A-17' } } });
    expectTypeOf(own).toEqualTypeOf<strict.SubmitFormDelivery>();
  });

  it('replaces arrays as a whole', () => {
    const { extra } = fixtures.submitForm({
      outcome: 'pass',
      with: { extra: { ekyc: { liveness: { attempts: [] } } } },
      unchecked: true,
    }) as strict.SubmitFormDelivery;

    expect(extra.ekyc?.liveness?.attempts).toEqual([]);
  });

  it.each([
    [
      'an outcome that does not follow from the score',
      () => fixtures.submitForm({ outcome: 'pass', with: { application: { other_status: { ekyc: 'fail' } } } }),
      /^Cannot make fixtures\.submitForm\(\): application\.other_status\.ekyc: `other_status\.ekyc` does not follow `face_compare\.status`\. Change/,
    ],
    [
      'a slug that the images do not have',
      () => fixtures.submitForm({ outcome: 'pass', with: { application: { slug: 'k3v9' } } }),
      /is not that of an image of the application \(\d+ more\)/,
    ],
    ['no event', () => fixtures.dropOff({ with: { event: undefined } }), /^Cannot make fixtures\.dropOff\(\): event: /],
    [
      'another text of the 401',
      () =>
        fixtures.unauthorizedError({
          with: { error: { detail: 'No' as 'No permission -- see authorization schemes' } },
        }),
      /error\.detail/,
    ],
  ])('refuses %s, and says how to have it', (_, made, message) => {
    expect(made).toThrow(FixtureError);
    expect(made).toThrow(message);
    expect(made).toThrow(/`unchecked: true`/);
  });

  it('gives what breaks the contract where that is the point', () => {
    const body = fixtures.submitForm({
      with: { application: { status: 'archived' }, event: { type: 'archived' } },
      unchecked: true,
    });

    expect(body).toMatchObject({ event: { type: 'archived' }, application: { status: 'archived' } });
    expectTypeOf(body).toEqualTypeOf<object>();
  });

  it('does not compile where a part is of another type', () => {
    // @ts-expect-error: a status that is none.
    expect(() => fixtures.updateStatus({ with: { application: { status: 'archived' } } })).toThrow(FixtureError);
    // @ts-expect-error: whoever submitted drops off no more.
    expect(() => fixtures.dropOff({ status: 'complete' })).toThrow('A complete application does not drop off');
  });

  it('does not reach the prototype', () => {
    const parts = JSON.parse('{"application":{"__proto__":{"polluted":true}}}') as object; // An object, as one sees.
    const body = fixtures.updateStatus({ with: parts, unchecked: true });

    expect({}).not.toHaveProperty('polluted');
    expect(JSON.stringify(body)).toContain('"__proto__":{"polluted":true}');
  });
});
