import {
  bodyCheck,
  catalogue,
  isRuleId,
  RULE_IDS,
  ruleEntry,
  SECTIONS,
  type RuleEntry,
  type RuleId,
  type SectionId,
} from '@idvkit/schema/rules';
import { describe, expect, expectTypeOf, it } from 'vitest';

const entries = RULE_IDS.map((id) => ({ id, ...ruleEntry(id) }));

describe('catalogue', () => {
  it('has every rule', () => {
    const counts = Object.groupBy(entries, ({ binds }) => binds);

    expect(RULE_IDS).toHaveLength(224);
    expect([counts.service?.length, counts.receiver?.length, counts.client?.length]).toEqual([196, 16, 12]);
  });

  it('spreads the files of its sections without one id hiding another', () => {
    expect(new Set(RULE_IDS).size).toBe(RULE_IDS.length);
    expect(Object.keys(catalogue)).toEqual(RULE_IDS);
  });

  it('has ids made of lower-case words, digits and dots', () => {
    expect(RULE_IDS.filter((id) => !/^[a-z]+(-[a-z]+)*(\.[a-z\d]+(-[a-z\d]+)*)+$/.test(id))).toEqual([]);
  });

  it('says what each rule is about in one sentence of its own', () => {
    const titles = entries.map(({ title }) => title);

    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.filter((title) => !/^(`[a-z]|[A-Z]|\d)/.test(title) || /\.$|\n/.test(title))).toEqual([]);
    expect(titles.filter((title) => title.split('`').length % 2 === 0)).toEqual([]);
    expect(titles.filter((title) => title.length > 140)).toEqual([]);
  });

  it('has a rule in every section', () => {
    const sections = new Set(entries.map(({ section }) => section));

    expect([...sections].toSorted()).toEqual(SECTIONS.toSorted());
  });
});

describe('ruleEntry()', () => {
  it.each([
    ['answers.gender.enum', 'gender'],
    ['answers.dates.iso', 'date_of_birth or date_of_issue or date_of_expiry'],
    ['answers.strings.typed', 'one of the known answers'],
  ] as const)('says which answers %s needs', (id, answers) => {
    expect(ruleEntry(id).body?.needs).toBe(
      `A submitted application that answers ${answers}: an operator that submits, or fixtures.submittedSlug.`,
    );
  });
});

describe('isRuleId()', () => {
  it('tells an id from any other text', () => {
    expect(['delivery.4xx.not-retried', 'delivery.4xx', 'toString', ''].map(isRuleId)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('bodyCheck()', () => {
  it('returns the check of a rule about one body, and throws for any other rule', () => {
    expect(bodyCheck('event.nounce.string')).toBe(catalogue['event.nounce.string'].body);
    expect(() => bodyCheck('event.nounce.unique')).toThrow(
      new TypeError('The rule event.nounce.unique is not about one body'),
    );
  });
});

describe('types', () => {
  it('know every id and section, and refuse others', () => {
    expectTypeOf(ruleEntry).parameter(0).toEqualTypeOf<RuleId>();
    expectTypeOf<'delivery.4xx.not-retried'>().toExtend<RuleId>();
    expectTypeOf<string>().not.toExtend<RuleId>();
    expectTypeOf<'Delivery rules'>().toExtend<SectionId>();
    expectTypeOf<RuleEntry['section']>().toEqualTypeOf<SectionId>();
  });

  it('do not let a wrong id or section compile', () => {
    // @ts-expect-error -- no rule has this id
    const id: RuleId = 'delivery.4xx.retried';
    // @ts-expect-error -- the specification has no such heading
    const section: SectionId = 'Delivery';

    expect(isRuleId(id)).toBe(false);
    expect(SECTIONS).not.toContain(section);
  });
});
