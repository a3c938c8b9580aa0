import { describe, expect, it } from 'vitest';

import { classifiedSentences } from '../scripts/classified-sentences.ts';
import { readSpecification } from '../scripts/specification-text.ts';
import { isRuleId, ruleEntry, RULE_IDS } from '../src/rules.ts';
import {
  SENTENCES,
  sentencesOf,
  sentenceState,
  SPECIFICATION_SHA256,
  type SpecificationSentence,
} from '../src/rules.ts';

const idsOf = (sentences: readonly SpecificationSentence[]): readonly string[] => sentences.map(({ id }) => id);

describe('the sentences of the specification', () => {
  it('are those of its text: `pnpm --filter @idvkit/schema run sentences` after a change', () => {
    const written = classifiedSentences(readSpecification(), SENTENCES);

    expect(SENTENCES).toEqual(written.sentences);
    expect(SPECIFICATION_SHA256).toBe(written.sha256);
    expect(SENTENCES.length).toBeGreaterThan(200);
  });

  it('each have a class: rules that check it, a reason why none can, or a reason why nothing is to test', () => {
    const unclassified = SENTENCES.filter(
      ({ rules = [], notTestable = '', nothingToTest = '' }) =>
        (rules.length > 0 || notTestable !== '') === (nothingToTest !== ''),
    );

    expect(idsOf(unclassified)).toEqual([]);
  });

  it('have ids of their own, and name known rules, each once', () => {
    expect(new Set(idsOf(SENTENCES)).size).toBe(SENTENCES.length);
    for (const { rules = [] } of SENTENCES) {
      expect(rules.filter((rule) => !isRuleId(rule))).toEqual([]);
      expect(new Set(rules).size).toBe(rules.length);
    }
  });

  it('have a class that says whether something is left untested', () => {
    const counts = Map.groupBy(SENTENCES, sentenceState);

    expect([...counts.keys()].toSorted()).toEqual(['checked', 'not-testable', 'nothing-to-test', 'partly']);
  });
});

describe('sentencesOf()', () => {
  it('quotes for each rule a sentence of its section first', () => {
    const others = RULE_IDS.filter((rule) => sentencesOf(rule)[0]?.section !== ruleEntry(rule).section);

    const home = 'packages/schema/src/lib/specification/sentences.json';
    expect(others, `Add each rule to "rules" of its sentence in ${home}`).toEqual([]);
  });

  it('returns what a rule checks, as written', () => {
    expect(sentencesOf('delivery.4xx.not-retried')).toMatchInlineSnapshot(`
      [
        {
          "hash": "bed8e911de20276b",
          "id": "delivery-rules-3",
          "line": 283,
          "rules": [
            "delivery.4xx.not-retried",
            "receiver.refuses-malformed",
          ],
          "section": "Delivery rules",
          "text": "\`4xx\` (including \`401\`) | Not retried.",
        },
      ]
    `);
  });
});

describe('classifiedSentences()', () => {
  const known: SpecificationSentence = {
    id: 'limits-1',
    section: 'Limits',
    line: 9,
    text: 'One limit.',
    hash: '',
    nothingToTest: 'an example',
  };

  it('keeps the class of a sentence that moved, and leaves a new one without a class', () => {
    const { sentences } = classifiedSentences('## Limits\n\n- Another limit. One limit.\n', [known]);

    expect(sentences).toMatchObject([
      { id: 'limits-2', line: 3, text: 'Another limit.' },
      { ...known, line: 3, hash: expect.stringMatching(/^[\da-f]{16}$/) },
    ]);
    expect(sentences[0]).not.toHaveProperty('nothingToTest');
  });

  it('forgets a sentence that is no longer there', () => {
    expect(classifiedSentences('## Limits\n\nOne limit, changed.\n', [known]).sentences).toMatchObject([
      { id: 'limits-2', text: 'One limit, changed.' },
    ]);
  });
});
