import type { AnswerInput } from '@idvkit/schema';
import type { IdvkitConfig } from '@idvkit/schema/formats';

import type { Rule } from '../judge/rule/rule.ts';

export interface RecordingFacts {
  /** Slugs of applications deleted before or during the recording. */
  readonly deletedSlugs?: ReadonlySet<string> | undefined;
  /** Slugs of applications that do not exist. */
  readonly unknownSlugs?: ReadonlySet<string> | undefined;
  readonly invalidTokens?: ReadonlySet<string> | undefined;
  /** Values that the form refuses, by question key. */
  readonly badAnswers?: AnswerInput | undefined;
}

/** Returns what a configuration says of recordings. */
export function factsOf({ recording = {}, fixtures = {} }: Pick<IdvkitConfig, 'recording' | 'fixtures'>): {
  readonly facts: RecordingFacts;
  readonly inputParameters: readonly string[] | undefined;
} {
  const { deletedSlugs, unknownSlugs, invalidTokens } = recording;
  return {
    facts: {
      deletedSlugs: deletedSlugs && new Set(deletedSlugs),
      unknownSlugs: unknownSlugs && new Set(unknownSlugs),
      invalidTokens: invalidTokens && new Set(invalidTokens),
      badAnswers: fixtures.badAnswers,
    },
    inputParameters: fixtures.inputParameters && Object.keys(fixtures.inputParameters),
  };
}

export function neededByRecording(rule: Rule): string {
  const { identifiedBy } = rule;
  const how = identifiedBy === undefined ? '' : ` (identify them with ${identifiedBy} in the configuration)`;
  return `Recorded calls or deliveries that show it${how}, or a run. A run needs: ${rule.needs}`;
}
