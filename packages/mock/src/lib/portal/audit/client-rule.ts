import type { RuleId } from '@idvkit/schema/rules';

import type { ClientHistory } from './client-history.ts';

/** A rule that binds the client's backend. */
export type ClientRuleId = Extract<RuleId, `client.${string}`>;

/** Something that a client did against a rule. */
export interface ClientFinding {
  /** One phrase without slugs, tokens or bodies. */
  readonly message: string;
  /** Numbers of the calls that show it; none where it is about a call that was not made. */
  readonly calls: readonly number[];
  /** The application that it is about, where it is about one. */
  readonly slug?: string;
}

/** What a history shows of one rule. */
export interface ClientJudgement {
  /** How often the rule could have been broken; 0: nothing shows whether it is kept. */
  readonly judged: number;
  readonly findings: readonly ClientFinding[];
}

/** A rule with its judge. */
export interface ClientRule {
  readonly id: ClientRuleId;
  readonly judge: (history: ClientHistory) => ClientJudgement;
}
