import type { JsonPath } from '@idvkit/json';
import type { RuleId } from '@idvkit/schema/rules';

import { quoted } from '../../observe/json.ts';
import { fail, pass, type Judgement } from './judgement.ts';
import type { Payload } from './payload.ts';
import { defineRule, type JudgingContext, type RuleOf } from './rule.ts';

/** What is wrong in one place of a payload. */
export interface Defect {
  /** One sentence without values. */
  readonly message: string;
  readonly path: JsonPath;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly times?: string;
}

/** What one look at a place of a payload gives: it is in order, or it has a defect. */
export type Look = 'in order' | Defect;

/** How a payload rule looks at one payload. No look at all: the rule does not apply to it. */
export type Inspect = (payload: Payload, context: JudgingContext) => Iterable<Look>;

/**
 * Defines a rule about places in a payload. A payload keeps the rule where something was looked at and all of it is in
 * order, so that one payload counts once, however many places it has.
 */
export function definePayloadRule(
  id: RuleId,
  { needs, inspect }: { readonly needs: string; readonly inspect: Inspect },
): RuleOf<'payload'> {
  return defineRule(id, {
    scope: 'payload',
    needs,
    *judge(payload, context): Generator<Judgement> {
      let looks = 0;
      let defects = 0;
      for (const look of inspect(payload, context)) {
        looks += 1;
        if (look === 'in order') continue;
        defects += 1;
        yield fail(payload.observation, {
          ...look,
          ...(Object.hasOwn(look, 'actual') ? { actual: quoted(look.actual) } : {}),
        });
      }
      if (looks > 0 && defects === 0) yield pass(payload.observation);
    },
  });
}

/** Gives the look at a place: in order where `right`, else `defect`. */
export function look(right: boolean, defect: Defect): Look {
  return right ? 'in order' : defect;
}
