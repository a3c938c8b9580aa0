import { application, lifecycleDelivery, resultResponse, submitFormDelivery } from '@idvkit/schema';
import type { SummaryWarning } from '@idvkit/schema/formats';
import { ruleEntry, type RuleId } from '@idvkit/schema/rules';

import type { Skeleton } from '../collect/skeleton.ts';
import { pathText } from '../scan/json-error.ts';
import { ruleOfIssue, type PayloadIssue } from './rule-of-issue.ts';
import { elementsAt, textAt, valueAt } from './value-at.ts';

/** A schema of the contract, as far as it is needed here. */
interface Schema {
  safeParse(value: unknown): { readonly error?: { readonly issues: readonly SchemaIssue[] } | undefined };
}

interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/** A warning that a rule of the catalogue is broken. */
export function ruleWarning(rule: RuleId, steps: readonly (string | number)[], message: string): SummaryWarning {
  return { code: rule, kind: 'rule', level: ruleEntry(rule).level, path: pathText(steps), message };
}

/**
 * Names the rules of the catalogue that a payload breaks outside its hits, by the schemas of the contract. Of what no rule
 * says anything about, such as fields that the specification does not show, nothing is said.
 */
export function ruleWarnings(skeleton: Skeleton): SummaryWarning[] {
  const { root } = skeleton;
  const { schema, at } = schemaOf(root);
  const issues = schema.safeParse(valueAt(root, ...at)).error?.issues ?? [];
  const found = issues.flatMap((issue): SummaryWarning[] => {
    const steps = [...at, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
    if (!isReliable(skeleton, steps)) return [];
    const value = valueAt(root, ...steps);
    const known: PayloadIssue = { steps, message: issue.message, value, keys: issue.keys ?? [] };
    const rule = ruleOfIssue(known);
    return rule === undefined ? [] : [ruleWarning(rule, steps, value === undefined ? 'is missing' : issue.message)];
  });
  return [...found, ...messageWarnings(root)];
}

/** The schema that a payload should fit, by the event that it carries; without one it is a result. */
function schemaOf(root: unknown): { readonly schema: Schema; readonly at: readonly string[] } {
  if (valueAt(root, 'event') === undefined) return { schema: resultResponse, at: [] };
  const type = textAt(root, 'event', 'type');
  if (type === 'update_status' || type === 'drop_off') return { schema: lifecycleDelivery, at: [] };
  if (type === undefined || type === 'submit_form') return { schema: submitFormDelivery, at: [] };
  // Types of events may be added; of those, only the application is known.
  return { schema: application, at: ['application'] };
}

/** Whether what is kept of a payload tells about this place: its text is whole, and nothing was left out that may be it. */
function isReliable(skeleton: Skeleton, steps: readonly (string | number)[]): boolean {
  const step = steps.at(-1);
  if (step === undefined) return true;
  const parent = valueAt(skeleton.root, ...steps.slice(0, -1));
  if (skeleton.isCut(parent, step)) return false;
  return skeleton.dropped === 0 || valueAt(parent, step) !== undefined;
}

/** `message` of a try is reserved: the schema lets it be any text, the rule wants it empty. */
function messageWarnings(root: unknown): SummaryWarning[] {
  const checks = [
    ['liveness', 'liveness.attempt.message-empty'],
    ['identity_document', 'identity-document.attempt.message-empty'],
  ] as const;
  return checks.flatMap(([check, rule]) =>
    elementsAt(root, 'extra', 'ekyc', check, 'attempts').flatMap((attempt, index) => {
      const message = textAt(attempt, 'message');
      const steps = ['extra', 'ekyc', check, 'attempts', index, 'message'];
      return message ? [ruleWarning(rule, steps, 'must be empty')] : [];
    }),
  );
}
