import * as strict from '@idvkit/schema';
import {
  documentType,
  ekycOutcome,
  faceCompareStatusesOf,
  imageExpirySeconds,
  isNationalId,
  signedImagesOf,
} from '@idvkit/schema';
import * as consumer from '@idvkit/schema/consumer';
import { arbitraries, generateSubmission } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';

type Name = keyof typeof arbitraries;

const names = Object.keys(arbitraries) as Name[]; // `Object.keys` forgets the keys.

/** What clients send; a consumer never reads it. */
type Sent = 'answerInput' | 'createRequest' | 'submitRequest';

const strictSchemas: Readonly<Record<Name, z.ZodType>> = strict;
const tolerantSchemas: Readonly<Record<Exclude<Name, Sent>, z.ZodType>> = consumer;
const received = names.filter((name): name is Exclude<Name, Sent> => Object.hasOwn(tolerantSchemas, name));

describe('arbitraries', () => {
  it.each(names)('of %s pass the strict schema and come out as they went in', (name) => {
    fc.assert(
      fc.property<[unknown]>(arbitraries[name](), (value) => {
        expect(strictSchemas[name].parse(value)).toEqual(value);
      }),
    );
  });

  it.each(received)('of %s pass the tolerant schema and are kept whole', (name) => {
    fc.assert(
      fc.property<[unknown]>(arbitraries[name](), (value) => {
        expect(tolerantSchemas[name].parse(value)).toEqual(value);
      }),
    );
  });

  it('survive JSON', () => {
    fc.assert(
      fc.property(arbitraries.delivery(), (delivery) => {
        expect(JSON.parse(JSON.stringify(delivery))).toEqual(delivery);
      }),
    );
  });
});

describe('arbitraries.submitFormDelivery()', () => {
  it('comes out as told', () => {
    const told = fc.record({
      outcome: fc.constantFrom(...ekycOutcome.options),
      document: fc.constantFrom(...documentType.options),
      aml: fc.constantFrom('absent' as const, 'none' as const, 'found' as const),
    });
    const deliveries = told.chain((options) =>
      arbitraries.submitFormDelivery({ ...options, sparse: false }).map((delivery) => ({ options, delivery })),
    );

    fc.assert(
      fc.property(deliveries, ({ options, delivery: { application, answers, extra } }) => {
        const runs = Object.values(extra.identity_aml ?? {}).flat();
        expect({
          outcome: application.other_status.ekyc,
          document: answers.ekyc_document_type?.value,
          aml: runs.length === 0 ? 'absent' : runs.every(({ result }) => result.is_any_found) ? 'found' : 'none',
        }).toEqual(options);
      }),
    );
  });

  it('gives scores in every band and between them', () => {
    const deliveries = fc.sample(arbitraries.faceCompare(), { numRuns: 500, seed: 1 });
    const seen = new Set(deliveries.map(({ score, status }) => `${status} ${faceCompareStatusesOf(score).length}`));

    expect([...seen].toSorted()).toEqual([
      'match 1',
      'match 2',
      'need_review 1',
      'need_review 2',
      'not_match 1',
      'not_match 2',
    ]);
  });

  it('lets every image expire 15 minutes after the event', () => {
    fc.assert(
      fc.property(arbitraries.submitFormDelivery({ outcome: 'pass' }), ({ event, extra }) => {
        const images = signedImagesOf(extra.ekyc ?? {});
        const exps = new Set(images.map(({ url }) => Number(new URL(url).searchParams.get('exp'))));
        expect(images.length).toBeGreaterThanOrEqual(5);
        expect([...exps]).toEqual([imageExpirySeconds(event)]);
      }),
    );
  });
});

describe('arbitraries.lifecycleDelivery()', () => {
  it('lets nobody drop off who has submitted', () => {
    fc.assert(
      fc.property(arbitraries.lifecycleDelivery({ type: 'drop_off' }), ({ event, application }) => {
        expect([event.type, application.submitted_at]).toEqual(['drop_off', null]);
      }),
    );
  });

  it('is about a status change where the application is complete', () => {
    fc.assert(
      fc.property(arbitraries.lifecycleDelivery({ status: 'complete' }), ({ event, application }) => {
        expect([event.type, application.status]).toEqual(['update_status', 'complete']);
      }),
    );
  });
});

describe('generateSubmission()', () => {
  it('gives the same delivery for the same seed, and another for another', () => {
    expect(generateSubmission({ seed: 7 })).toEqual(generateSubmission({ seed: 7 }));
    expect(generateSubmission({ seed: 7 })).not.toEqual(generateSubmission({ seed: 8 }));
  });

  it('comes out as told', () => {
    const { application, answers, extra } = generateSubmission({
      seed: 7,
      outcome: 'need_review',
      document: 'front_card',
      aml: 'found',
      sparse: false,
    });

    expect(application.other_status.ekyc).toBe('need_review');
    expect(extra.ekyc?.face_compare?.status).toBe('need_review');
    expect(isNationalId(answers.nid?.value ?? '')).toBe(true);
    expect(Object.values(extra.identity_aml ?? {}).flat()[0]?.result.is_any_found).toBe(true);
  });
});
