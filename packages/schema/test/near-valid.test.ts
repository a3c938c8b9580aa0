import * as strict from '@idvkit/schema';
import { BREAKABLE_RULE_IDS, nearValid, type NearValid } from '@idvkit/schema/generators';
import { RULE_IDS, ruleEntry } from '@idvkit/schema/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';

import { runsOf } from '../../../tools/testing/sample.ts';

const schemas: Readonly<Record<NearValid['kind'], z.ZodType>> = strict;
const musts = BREAKABLE_RULE_IDS.filter((id) => ruleEntry(id).level === 'must');
const shoulds = BREAKABLE_RULE_IDS.filter((id) => ruleEntry(id).level === 'should');

describe('nearValid()', () => {
  it('breaks every rule of the service that one body is enough to break', () => {
    const ofOneBody = RULE_IDS.filter((id) => ruleEntry(id).seenBy === 'body' && ruleEntry(id).binds === 'service');
    const seenInDelivery = ['image.exp.15-minutes-after-event', 'create.credit.461-envelope'];

    expect([...BREAKABLE_RULE_IDS].toSorted()).toEqual([...ofOneBody, ...seenInDelivery].toSorted());
  });

  it.each(musts)('%s: no body that breaks it passes the strict schema', (id) => {
    fc.assert(
      fc.property(nearValid(id), ({ kind, body }) => {
        expect(schemas[kind].safeParse(body).success).toBe(false);
      }),
      { numRuns: runsOf(20) },
    );
  });

  it.each(shoulds)('%s: a body that breaks it passes the strict schema, which says what must be', (id) => {
    fc.assert(
      fc.property(nearValid(id), ({ kind, body }) => {
        expect(schemas[kind].safeParse(body).error).toBeUndefined();
      }),
      { numRuns: runsOf(20) },
    );
  });
});
