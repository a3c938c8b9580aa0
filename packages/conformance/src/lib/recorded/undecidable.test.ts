import { arbitraries, BREAKABLE_RULE_IDS, nearValid } from '@idvkit/schema/generators';
import { resultsOf, RULE_IDS, ruleEntry, type BodyCheck, type RuleId } from '@idvkit/schema/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { Knowledge } from '../report/mask/knowledge.ts';
import { Masker } from '../report/mask/masker.ts';
import { numbersAgain } from './own-har.ts';
import { undecidableWhereMasked } from './undecidable.ts';

/** Returns a body whose times have more decimals than are known to be of a time: they are masked. */
function withLongFractions(body: unknown): unknown {
  const text = JSON.stringify(body).replaceAll(
    /(T\d\d:\d\d:\d\d)(?:\.(\d+))?\+00:00/g,
    (_, clock: string, fraction = '') => `${clock}.${String(fraction).padEnd(10, '0')}+00:00`,
  );
  return JSON.parse(text);
}

/** Returns a body as an archive of its run has it. */
function masked(body: unknown): unknown {
  const knowledge = new Knowledge('key');
  knowledge.learnBody(body);
  const text = JSON.stringify(new Masker(knowledge).value(body, []));
  // Who reads an archive unifies the two forms of a masked slug.
  return JSON.parse(numbersAgain(text.replaceAll('slug#', 'slug-')));
}

function passes({ check }: BodyCheck, body: unknown): boolean {
  const results = resultsOf(check, body, { source: 'delivery' });
  return results.length > 0 && results.every((result) => result === 'ok');
}

/** Lists the rules with a check of some bodies. */
function rulesAbout(...bodies: readonly BodyCheck['of'][]): readonly (readonly [RuleId, BodyCheck])[] {
  return RULE_IDS.flatMap((id) => {
    const { body } = ruleEntry(id);
    return body !== undefined && bodies.includes(body.of) ? [[id, body] as const] : [];
  });
}

describe('undecidableWhereMasked()', () => {
  it.each([
    ['a submission', arbitraries.submitFormDelivery(), rulesAbout('payload', 'delivery')],
    ['a lifecycle delivery', arbitraries.lifecycleDelivery(), rulesAbout('payload', 'delivery')],
    ['info', arbitraries.infoResponse(), rulesAbout('info')],
  ])('names each rule that %s passes, and not once it is masked', (_name, bodies, rules) => {
    fc.assert(
      fc.property(bodies as fc.Arbitrary<unknown>, (valid) => {
        const body = withLongFractions(valid);
        const archived = masked(body);
        const lost = rules.filter(([, check]) => passes(check, body) && !passes(check, archived)).map(([id]) => id);

        expect(lost.filter((id) => undecidableWhereMasked(id) === undefined)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it.each(BREAKABLE_RULE_IDS)('names %s, or a body that breaks it still does once it is masked', (id) => {
    const { body: check } = ruleEntry(id);
    if (check === undefined || undecidableWhereMasked(id) !== undefined) return;
    fc.assert(
      fc.property(nearValid(id), ({ body, kind }) => {
        const status = { unauthorizedError: 401, forbiddenError: 403 }[kind as string];
        const context = { source: kind.endsWith('Delivery') ? 'delivery' : 'result', status } as const;
        const fails = (each: unknown): boolean =>
          resultsOf(check.check, each, context).some((result) => result !== 'ok');

        expect([fails(body), fails(masked(body))]).toEqual([true, true]);
      }),
      { numRuns: 30 },
    );
  });

  it('names no rule that rests on values which an archive shows', () => {
    const shown = ['application.status.enum', 'event.type.string', 'info.data.current-step'] as const;
    expect(shown.map(undecidableWhereMasked)).toEqual([undefined, undefined, undefined]);
  });
});
