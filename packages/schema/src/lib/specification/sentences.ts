import { ruleEntry, type RuleId } from '../rules/catalogue.ts';
import specification from './sentences.json' with { type: 'json' };

/** A sentence of the specification, or a row of a table in it with its cells joined by ` | `. */
export interface SpecificationSentence {
  /** Stays the same when other sentences change. */
  readonly id: string;
  /** Heading that it stands under; the catalogue's `section` where that is one. */
  readonly section: string;
  /** Line of docs/specification.md, from 1. */
  readonly line: number;
  readonly text: string;
  /** First 16 hexadecimal digits of the SHA-256 of `text`. */
  readonly hash: string;
  /** Rules that check it, the closest first. */
  readonly rules?: readonly RuleId[];
  /** Reason why no tool can test it, or the rest of it if it also has rules. */
  readonly notTestable?: string;
  /** Reason why it demands nothing: it describes, introduces, allows, or says what is not shown. */
  readonly nothingToTest?: string;
}

/** The sentences of the specification. */
export interface Specification {
  /** SHA-256 of docs/specification.md, in hexadecimal digits. */
  readonly sha256: string;
  readonly sentences: readonly SpecificationSentence[];
}

/** Class of a sentence. `partly`: rules check a part, and no tool can test the rest. */
export type SentenceState = 'checked' | 'partly' | 'not-testable' | 'nothing-to-test';

// Tests compare the ids of rules with the catalogue.
const { sha256, sentences } = specification as Specification;

/** SHA-256 of the specification's text, in hexadecimal digits. */
export const SPECIFICATION_SHA256: string = sha256;

/** Every sentence of the specification, in its order. */
export const SENTENCES: readonly SpecificationSentence[] = sentences;

const byRule: ReadonlyMap<RuleId, readonly SpecificationSentence[]> = groupByRule();

/**
 * Returns the sentences of the specification that a rule checks: those of its section first, else in the order of the
 * document. Each rule has at least one.
 *
 * @example
 * sentencesOf('delivery.4xx.not-retried')[0]?.text // '`4xx` (including `401`) | Not retried.'
 */
export function sentencesOf(rule: RuleId): readonly SpecificationSentence[] {
  return byRule.get(rule) ?? [];
}

/** Returns the class of a sentence. */
export function sentenceState({ rules, notTestable }: SpecificationSentence): SentenceState {
  if (rules !== undefined) return notTestable === undefined ? 'checked' : 'partly';
  return notTestable === undefined ? 'nothing-to-test' : 'not-testable';
}

function groupByRule(): Map<RuleId, readonly SpecificationSentence[]> {
  const grouped = new Map<RuleId, SpecificationSentence[]>();
  for (const sentence of SENTENCES) {
    for (const rule of sentence.rules ?? []) {
      const own = grouped.get(rule);
      if (own === undefined) grouped.set(rule, [sentence]);
      else own.push(sentence);
    }
  }
  for (const [rule, own] of grouped) {
    const { section } = ruleEntry(rule);
    const distance = (sentence: SpecificationSentence): number => (sentence.section === section ? 0 : 1);
    own.sort((one, other) => distance(one) - distance(other));
  }
  return grouped;
}
