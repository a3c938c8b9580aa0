import type { SummaryWarning } from '@idvkit/schema/formats';

import type { ScreenedPayload } from '../collect/payload-collector.ts';
import { ruleWarnings } from './rule-warnings.ts';
import { screeningWarnings, signWarning, type ScreenedProvider } from './screening-warnings.ts';
import { isPayload, payloadsIn } from './wrapped-payload.ts';

/** Most warnings of one document. */
export const MAX_WARNINGS = 256;

/** Warns where a payload breaks a rule, contradicts itself or may have been cut off. Of one that broke off, rules say nothing. */
export function warningsOf(
  payload: ScreenedPayload<unknown>,
  providers: readonly ScreenedProvider[],
  { isWhole }: { readonly isWhole: boolean },
): SummaryWarning[] {
  const { skeleton, duplicateKeys } = payload;
  const isOne = isPayload(skeleton.root);
  const found = [
    ...duplicateKeys.map((path) =>
      signWarning({
        code: 'payload.duplicate-key',
        kind: 'note',
        path,
        message: 'is twice in one object: the last one counts',
      }),
    ),
    ...(isWhole && !isOne
      ? [
          signWarning({
            code: 'payload.not-a-payload',
            kind: 'note',
            path: '',
            message: `has no event, application, answers or extra${wrappedText(payloadsIn(skeleton.root))}`,
          }),
        ]
      : []),
    ...(isWhole && isOne ? ruleWarnings(skeleton) : []),
    ...screeningWarnings(providers),
  ];
  const told = new Set<string>();
  return found.filter(({ code, path, message }) => {
    const key = JSON.stringify([code, path, message]);
    if (told.has(key)) return false;
    told.add(key);
    return true;
  });
}

function wrappedText(program: string | undefined): string {
  return program === undefined ? '' : `, but holds payloads. Run jq -c '${program}' FILE | idvkit analyze - --lines`;
}
