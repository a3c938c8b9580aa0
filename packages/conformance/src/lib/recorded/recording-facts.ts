import { matchesGlob } from '@idvkit/cli-kit';
import type { AnswerInput } from '@idvkit/schema';
import type { IdvkitConfig } from '@idvkit/schema/formats';
import type { RuleId } from '@idvkit/schema/rules';

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

/** Settings of the configuration by which a recording shows more. */
const SETTINGS: readonly (readonly [globs: readonly string[], setting: string])[] = [
  [['*.deleted.*'], 'recording.deletedSlugs'],
  [['*.unknown.404', 'resend.404.*'], 'recording.unknownSlugs'],
  [['auth.invalid-token.*', 'error.401.*'], 'recording.invalidTokens'],
  [['create.answers.format-422', 'create.422.*'], 'fixtures.badAnswers'],
  [['answers.input-parameters.*'], 'fixtures.inputParameters'],
];

export function neededByRecording(rule: Rule): string {
  const setting = settingFor(rule.id);
  const how = setting === undefined ? '' : ` (identify them with ${setting} in the configuration)`;
  return `Recorded calls or deliveries that show it${how}, or a run. A run needs: ${rule.needs}`;
}

function settingFor(id: RuleId): string | undefined {
  return SETTINGS.find(([globs]) => matchesGlob(globs)(id))?.[1];
}
