import type { RuleId } from '@idvkit/schema/rules';

import type { Settings } from '../settings.ts';

/** A mistake of a developer that shows under one condition only. */
export interface ConditionalFault {
  readonly id: string;
  /** What a developer did wrong. */
  readonly slip: string;
  /** Condition under which the fault shows. */
  readonly condition: string;
  /** Sentence of the specification that the service no longer keeps. */
  readonly breaks: string;
  /** Rule that is to find the fault; `idvkit explain` gives its section. */
  readonly rule: RuleId;
  /** Reason why the specification permits this response as well, so that no run may report it. */
  readonly permitted?: string;
  /** Steps of the walk that the fault changes, by their labels: these and no others. */
  readonly shows: RegExp;
  /** Settings of a service with the fault. Each call gives a fault without memory of earlier calls. */
  readonly settings: () => Settings;
}
