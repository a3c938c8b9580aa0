import { matchesGlob } from '@idvkit/cli-kit';
import type { AnswerInput } from '@idvkit/schema';
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

const OPTIONS: readonly (readonly [globs: readonly string[], option: string])[] = [
  [['*.deleted.*'], '--deleted-slugs-from'],
  [['*.unknown.404', 'resend.404.*'], '--unknown-slugs-from'],
  [['auth.invalid-token.*', 'error.401.*'], '--invalid-tokens-from'],
  [['create.answers.format-422', 'create.422.*'], '--bad-answers-from'],
  [['answers.input-parameters.*'], '--input-parameter'],
];

export function neededByRecording(rule: Rule): string {
  const option = optionFor(rule.id);
  const how = option === undefined ? '' : ` (identify them with ${option})`;
  return `Recorded calls or deliveries that show it${how}, or a run. A run needs: ${rule.needs}`;
}

function optionFor(id: RuleId): string | undefined {
  return OPTIONS.find(([globs]) => matchesGlob(globs)(id))?.[1];
}
