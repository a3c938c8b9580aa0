import type { Check } from '../check/check.ts';

/** Headings of the specification, in its order; a rule names the one that it comes from. */
export const SECTIONS = [
  'What the service does',
  'Application',
  'other_status',
  'Answer',
  'extra.ekyc',
  'Signed image URL',
  'extra.identity_aml',
  'Conventions',
  'States and transitions',
  'Endpoints',
  'Create application',
  'Get application result',
  'Get application info',
  'Submit an application',
  'Resend webhook',
  'Authentication',
  'Events',
  'Envelope',
  'Event types',
  'Delivery rules',
  'Errors',
  'Status codes',
  'Limits',
  'Versioning',
] as const;

/** Section of the specification that a rule comes from, by its heading. */
export type SectionId = (typeof SECTIONS)[number];

/** Levels of what a run has, each with all before: a form, a submitted application, a receiver, an operator, time. */
export const COVERAGE_LEVELS = ['core', 'submitted', 'delivered', 'operated', 'timed'] as const;

/** Level of access that a rule needs. */
export type CoverageLevel = (typeof COVERAGE_LEVELS)[number];

/** Settings by which a run tests more rules, beyond an address, a token and a form. */
export const SUPPLIES = [
  'submitted-application',
  'receiver',
  'plain-form',
  'deleted-application',
  'expired-application',
  'status-change',
  'no-credit',
  'credit-reading',
  'revoked-token',
  'patience',
] as const;

/** One of {@link SUPPLIES}. */
export type Supply = (typeof SUPPLIES)[number];

/** A checkable statement of the specification. */
export interface RuleEntry {
  readonly section: SectionId;
  /** Breaking a `must` fails a run; breaking a `should` is a warning. */
  readonly level: 'must' | 'should';
  /** Who has to keep it. */
  readonly binds: 'service' | 'receiver' | 'client';
  /**
   * Smallest observation that shows it: one body, one round trip, several round trips, a receiver whose answers are ours, or
   * something that only an operator can arrange.
   */
  readonly seenBy: 'body' | 'exchange' | 'sequence' | 'delivery' | 'operator';
  /** Lowest level of access that tests it. Default: by `seenBy`. */
  readonly reach: CoverageLevel;
  /** Supplies of a live run that let it be tested: a run with the embedded mock has them all. */
  readonly supplies: readonly Supply[];
  /**
   * Evidence without which the rule stays undecided: all traffic of a run and its clock, the secret of the deliveries, the address of
   * the service, or the call that a body belongs to.
   */
  readonly decidedBy?: 'whole-run' | 'secret' | 'address' | 'call';
  /** Setting that says which messages of a recording are about what the rule is about: a recording alone does not show it. */
  readonly identifiedBy?:
    | 'recording.deletedSlugs'
    | 'recording.unknownSlugs'
    | 'recording.invalidTokens'
    | 'fixtures.badAnswers'
    | 'fixtures.inputParameters';
  /**
   * Statement that is true if the rule is kept, as one sentence. Where it has no subject, that is whom the rule binds. Code is set
   * in backquotes.
   */
  readonly title: string;
  /** The rule's check, if one body is enough to break it. */
  readonly body?: BodyCheck;
  /** True if the rule compares parts of a body: JSON Schema has no words for it, so that only the zod schemas check it. */
  readonly beyondJsonSchema?: boolean;
}

/** The check of a rule about one body. */
export interface BodyCheck {
  /** Bodies that the rule is about; a payload is the body of a delivery or of a result. Default: payload. */
  readonly of?: 'payload' | 'delivery' | 'result' | 'created' | 'info' | 'error';
  readonly check: Check;
  /** Setting that lets the rule be checked, as one sentence. */
  readonly needs: string;
}

type RuleOptions = Partial<
  Pick<RuleEntry, 'level' | 'binds' | 'reach' | 'supplies' | 'decidedBy' | 'identifiedBy' | 'beyondJsonSchema'>
>;
type Defaults = RuleOptions & Pick<RuleEntry, 'supplies'> & Partial<Pick<BodyCheck, 'of' | 'needs'>>;

type Needs = Pick<BodyCheck, 'needs'>;
type BodyRuleOptions = RuleOptions & Omit<BodyCheck, 'needs'> & Partial<Needs & Pick<RuleEntry, 'seenBy'>>;

const REACH: Readonly<Record<RuleEntry['seenBy'], CoverageLevel>> = {
  body: 'core',
  exchange: 'core',
  sequence: 'core',
  delivery: 'delivered',
  operator: 'operated',
};

/**
 * Returns functions that describe rules of a section, by what it takes to see them. They bind the service and must hold
 * unless options differ.
 */
export function rulesOf<Given extends Defaults = Defaults>(section: SectionId, given: Given) {
  const { of: usual = 'payload', needs: usually = '', ...defaults }: Defaults = given;
  const rule = (seenBy: RuleEntry['seenBy'], title: string, options?: RuleOptions): RuleEntry => ({
    section,
    level: 'must',
    binds: 'service',
    seenBy,
    reach: REACH[seenBy],
    title,
    ...defaults,
    ...options,
  });
  const seenBy = (what: RuleEntry['seenBy']) => (title: string, options?: RuleOptions) => rule(what, title, options);
  const bodyRule = (
    title: string,
    { of = usual, check, needs = usually, seenBy: what = 'body', ...others }: BodyRuleOptions,
  ): RuleEntry => ({ ...rule(what, title, others), body: { of, check, needs } });
  return {
    body: seenBy('body'),
    exchange: seenBy('exchange'),
    sequence: seenBy('sequence'),
    delivery: seenBy('delivery'),
    operator: seenBy('operator'),
    /** Describes a rule with a check of one body. */
    bodyRule: (title: string, options: BodyRuleOptions & (Given extends Needs ? unknown : Needs)): RuleEntry =>
      bodyRule(title, options),
  };
}

/** Joins rules to their ids, which stay known to the compiler. */
export function defineRules<Id extends string>(rules: Record<Id, RuleEntry>): Readonly<Record<Id, RuleEntry>> {
  return rules;
}
