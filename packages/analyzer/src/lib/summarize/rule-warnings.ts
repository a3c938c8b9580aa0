import { application, lifecycleDelivery, resultResponse, submitFormDelivery } from '@idvkit/schema';
import type { SummaryWarning } from '@idvkit/schema/formats';
import { ruleEntry, type RuleId } from '@idvkit/schema/rules';

import type { Skeleton } from '../collect/skeleton.ts';
import { pathText } from '../scan/json-error.ts';
import { ruleOfIssue } from './rule-of-issue.ts';
import { elementsAt, textAt, valueAt } from './value-at.ts';

type Steps = readonly (string | number)[];

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
export function ruleWarning(rule: RuleId, steps: Steps, message: string): SummaryWarning {
  return { code: rule, kind: 'rule', level: ruleEntry(rule).level, path: pathText(steps), message };
}

/**
 * Names the rules of the catalogue that a payload breaks outside its hits, by the schemas of the contract. Of what no rule
 * says anything about, such as fields that the specification does not show, nothing is said.
 */
export function ruleWarnings(skeleton: Skeleton): SummaryWarning[] {
  const { root } = skeleton;
  const { schema, at } = schemaOf(root);
  const isDelivery = valueAt(root, 'event') !== undefined;
  const missing = new Map<string, { readonly rule: RuleId; readonly steps: Steps; readonly names: string[] }>();
  const found: SummaryWarning[] = [];
  for (const { path, message, keys = [] } of schema.safeParse(valueAt(root, ...at)).error?.issues ?? []) {
    const steps = [...at, ...path.map((step) => (typeof step === 'number' ? step : String(step)))];
    if (!isReliable(skeleton, steps)) continue;
    const value = valueAt(root, ...steps);
    const rule = ruleOfIssue({ steps, message, value, keys, isDelivery });
    if (rule === undefined) continue;
    const name = String(steps.at(-1) ?? '');
    if (value === undefined) {
      const parent = steps.slice(0, -1);
      const key = JSON.stringify([rule, parent]);
      const known = missing.get(key) ?? { rule, steps: parent, names: [] };
      missing.set(key, known);
      known.names.push(name);
    } else found.push(ruleWarning(rule, steps, `${name} ${message.replace(/^Invalid \w+: /, 'is of another kind: ')}`));
  }
  const gaps = [...missing.values()].map(({ rule, steps, names }) =>
    ruleWarning(rule, steps, `lacks ${names.join(', ')}`),
  );
  return [...gaps, ...found, ...messageWarnings(root)];
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
function isReliable(skeleton: Skeleton, steps: Steps): boolean {
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
      return message ? [ruleWarning(rule, steps, 'message must be empty')] : [];
    }),
  );
}
