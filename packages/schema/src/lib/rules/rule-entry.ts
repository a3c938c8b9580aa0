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

/** A checkable statement of the specification. */
export interface RuleEntry {
  readonly section: SectionId;
  /** Breaking a `must` fails a run; breaking a `should` is a warning. */
  readonly level: 'must' | 'should';
  /** Who has to keep it. */
  readonly binds: 'service' | 'receiver' | 'client';
  /**
   * What it takes to see it: one body, one round trip, several round trips, a receiver whose answers are ours, or
   * something that only an operator can arrange.
   */
  readonly seenBy: 'body' | 'exchange' | 'sequence' | 'delivery' | 'operator';
  /**
   * What holds where the rule is kept, as one sentence. Where it has no subject, that is whom the rule binds. Code is set
   * in backquotes.
   */
  readonly title: string;
}

/** Gives rules their entries while their ids stay known to the compiler. A section that does not exist does not compile. */
export function defineRules<Id extends string>(rules: Record<Id, RuleEntry>): Readonly<Record<Id, RuleEntry>> {
  return rules;
}
