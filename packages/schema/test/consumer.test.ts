import * as strict from '@idvkit/schema';
import * as consumer from '@idvkit/schema/consumer';
import {
  amlEntriesOf,
  delivery,
  isLifecycleEvent,
  isSubmission,
  type AmlSearchRecord,
  type Delivery,
  type LifecycleDelivery,
  type Submission,
} from '@idvkit/schema/consumer';
import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type * as z from 'zod';

type Path = readonly (string | number)[];

/** Places of all objects in a document, the document itself included. */
function objectsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, member]) => objectsIn(member, [...path, key]));
  return Array.isArray(value) ? inside : [path, ...inside];
}

function objectAt(document: unknown, path: Path): Record<string, unknown> {
  return path.reduce((value, key) => Object(value)[key], document) as Record<string, unknown>; // From `objectsIn`.
}

/** Something new, of the kind that stands in that object. */
function somethingNewIn(path: Path): unknown {
  if (path[0] === 'answers') return path.length === 1 ? { value: 'x', certainty: 0.5 } : { nested: [1] };
  return path.at(-1) === 'identity_aml' ? [] : { nested: [1] };
}

/** Keys that a client cannot do without. */
const needed = new Set(['event', 'event/type', 'application', 'application/slug']);

describe('delivery of @idvkit/schema/consumer', () => {
  it('keeps keys that were added later, wherever they are', () => {
    const withNews = arbitraries.delivery().chain((valid) =>
      fc.constantFrom(...objectsIn(valid)).map((path) => {
        const copy = structuredClone(valid);
        objectAt(copy, path)['added_later'] = somethingNewIn(path);
        return copy;
      }),
    );

    fc.assert(
      fc.property(withNews, (received) => {
        expect(delivery.parse(received)).toEqual(received);
      }),
    );
  });

  it('does without any key that a client need not have', () => {
    const sparse = arbitraries.submitFormDelivery({ outcome: 'pass', aml: 'found' }).chain((valid) => {
      const keys = objectsIn(valid).flatMap((path) => Object.keys(objectAt(valid, path)).map((key) => [...path, key]));
      const droppable = keys.filter((path) => !needed.has(path.join('/')));
      return fc.constantFrom(...droppable).map((path) => {
        const copy = structuredClone(valid);
        delete objectAt(copy, path.slice(0, -1))[path.at(-1) ?? ''];
        return copy;
      });
    });

    fc.assert(
      fc.property(sparse, (received) => {
        expect(delivery.parse(received)).toEqual(received);
      }),
    );
  });

  it('keeps events of types that are yet to come', () => {
    const received = {
      event: { type: 'archived', nounce: 'n-1', created_at: '2026-01-05T03:00:00+00:00', retention: 'P5Y' },
      application: { slug: 'k3v9', status: 'complete', other_status: { ekyc: 'pass', Watchlist: 'Clear', tier: 2 } },
    };

    const parsed = delivery.parse(received);

    expect(parsed).toEqual(received);
    expect([isSubmission(parsed), isLifecycleEvent(parsed)]).toEqual([false, false]);
  });

  it('refuses what a client can do nothing with', () => {
    const of = (body: unknown): unknown => delivery.safeParse(body).error?.issues.map(({ path }) => path.join('/'));

    expect(of({})).toEqual(['event']);
    expect(of({ event: {}, application: {} })).toEqual(['event/type', 'application/slug']);
    expect(of([])).toEqual(['']);
  });

  it.each(['strict', 'tolerant'])('neither throws nor pollutes a prototype, whatever comes: %s', (strength) => {
    const schema: z.ZodType = strength === 'strict' ? strict.delivery : delivery;
    const spoilt = arbitraries.submitFormDelivery({ outcome: 'pass', aml: 'found' }).chain((valid) =>
      fc.tuple(fc.constantFrom(...objectsIn(valid)), fc.nat(), fc.jsonValue()).map(([path, index, value]) => {
        const copy = structuredClone(valid);
        const parent = objectAt(copy, path);
        const keys = [...Object.keys(parent), '__proto__', 'constructor'];
        Object.defineProperty(parent, keys[index % keys.length] ?? '', { value, enumerable: true, configurable: true });
        return copy;
      }),
    );

    fc.assert(
      fc.property(spoilt, (body) => {
        schema.safeParse(body);
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
    );
  });
});

describe('amlEntriesOf()', () => {
  it('reads the entries under the name of the provider and passes over what is none', () => {
    const entry = { input: {}, result: { is_found: true, total_hits: 2, later: 1 } };

    expect(amlEntriesOf({ output: { acme: [entry, 'none', null], other: [{}] } }, 'acme')).toEqual([entry]);
    expect(amlEntriesOf({ output: { acme: 'none' } }, 'acme')).toEqual([]);
    expect(amlEntriesOf({}, 'acme')).toEqual([]);
  });
});

describe('types', () => {
  it('name the same resources as the strict schemas, requests and simple values apart', () => {
    const schemasOf = (module: object): readonly string[] =>
      Object.entries(module).flatMap(([name, value]) => (Object(value)['_zod'] === undefined ? [] : [name]));
    const sentOrSimple =
      'answerInput createRequest submitRequest answerValue timestamp consentTimestamp isoDate signedImageUrl ' +
      'platformLocale applicationStatus ekycOutcome faceCompareStatus documentType attemptStatus amlFlagName';

    expect([...schemasOf(consumer), ...sentOrSimple.split(' ')].toSorted()).toEqual([...schemasOf(strict)].toSorted());
  });

  it('narrow a delivery by the type of its event', () => {
    const received: Delivery = { event: { type: 'submit_form' }, application: { slug: 'k3v9', status: 'complete' } };

    expect(isSubmission(received)).toBe(true);
    if (isSubmission(received)) {
      expectTypeOf(received).toExtend<Submission>();
      expectTypeOf(received.answers?.nid?.value).toEqualTypeOf<string | undefined>();
      expectTypeOf(received.answers?.consent_checkbox_1?.value).toEqualTypeOf<boolean | undefined>();
      expectTypeOf(received.extra?.ekyc?.face_compare?.score).toEqualTypeOf<number | undefined>();
    }
    if (strict.isSubmission(received)) expectTypeOf(received).toExtend<Submission>();
    expect([strict.isSubmission(received), strict.isLifecycleEvent(received)]).toEqual([true, false]);
    if (isLifecycleEvent(received)) expectTypeOf(received).toExtend<LifecycleDelivery>();
  });

  it('name what a search record has besides its hits', () => {
    const record: AmlSearchRecord = { hits: [], total_hits: 2, match_status: 'no_match', risk_level: 'low' };

    expectTypeOf(record.total_hits).toEqualTypeOf<unknown>();
  });

  it('let a strict body be read as a tolerant one', () => {
    expectTypeOf<strict.SubmitFormDelivery>().toExtend<Submission>();
    expectTypeOf<strict.LifecycleDelivery>().toExtend<LifecycleDelivery>();
    expectTypeOf<strict.ResultResponse>().toExtend<consumer.ResultResponse>();
    expectTypeOf<strict.CreateResponse>().toExtend<consumer.CreateResponse>();
    expectTypeOf<strict.InfoResponse>().toExtend<consumer.InfoResponse>();
  });

  it('know the strict shapes', () => {
    expectTypeOf<strict.SubmitFormDelivery['application']['submitted_at']>().toEqualTypeOf<string>();
    expectTypeOf<strict.Application['submitted_at']>().toEqualTypeOf<string | null>();
    expectTypeOf<strict.SubmitFormDelivery['event']['version']>().toEqualTypeOf<number>();
    expectTypeOf<keyof strict.LifecycleDelivery>().toEqualTypeOf<'event' | 'application'>();
    expectTypeOf<strict.OtherStatus['ekyc']>().toEqualTypeOf<strict.EkycOutcome>();
  });
});
