import type { Verdict } from './change.ts';
import { compareSchemas, type Audience, type Schema } from './compare-schemas.ts';

/** What one version of the interface promises, in a form that can be compared. */
export interface Contract {
  /** Version of the interface description. */
  readonly version: string;
  /** Schemas by strength and name. */
  readonly schemas: Readonly<Record<'strict' | 'tolerant', Readonly<Record<string, Schema>>>>;
  /** Calls and statuses of the OpenAPI document, its webhooks, messages of the AsyncAPI document. */
  readonly operations: readonly string[];
  /** Level of each rule and whom it binds, by id. */
  readonly rules: Readonly<Record<string, string>>;
}

/** A difference between two contracts. */
export interface ContractChange {
  readonly part: 'operations' | 'tolerant' | 'strict' | 'rules';
  readonly verdict: Verdict;
  /** A call or delivery, the path of a field, or the id of a rule. */
  readonly subject: string;
  /** The difference: `is required now`. */
  readonly what: string;
}

/** Schemas of what clients send. */
const SENT = new Set(['AnswerInput', 'CreateRequest', 'SubmitRequest']);

/** Compares two contracts: their calls, their schemas of both strengths, their rules. */
export function compareContracts(
  before: Omit<Contract, 'version'>,
  after: Omit<Contract, 'version'>,
): ContractChange[] {
  return [
    ...operationChanges(before.operations, after.operations),
    ...schemaChanges('tolerant', before.schemas.tolerant, after.schemas.tolerant),
    ...schemaChanges('strict', before.schemas.strict, after.schemas.strict),
    ...ruleChanges(before.rules, after.rules),
  ];
}

function operationChanges(before: readonly string[], after: readonly string[]): ContractChange[] {
  const gone = before.filter((operation) => !after.includes(operation));
  const fresh = after.filter((operation) => !before.includes(operation));
  const part = 'operations';
  return [
    ...gone.map((subject) => ({ part, verdict: 'breaking', subject, what: 'is gone' }) as const),
    ...fresh.map((subject) => ({ part, verdict: 'additive', subject, what: 'is new' }) as const),
  ];
}

type Schemas = Readonly<Record<string, Schema>>;

function schemaChanges(part: 'strict' | 'tolerant', before: Schemas, after: Schemas): ContractChange[] {
  return comparedKeys(before, after).flatMap(({ key, was, is }): ContractChange[] => {
    if (is === undefined) return [{ part, verdict: 'breaking', subject: key, what: 'the schema is gone' }];
    if (was === undefined) return [{ part, verdict: 'additive', subject: key, what: 'the schema is new' }];
    const audience: Audience = SENT.has(key) ? 'sent' : part;
    return compareSchemas(was, is, audience).map(({ path, ...change }) => ({ part, subject: key + path, ...change }));
  });
}

function ruleChanges(before: Contract['rules'], after: Contract['rules']): ContractChange[] {
  const part = 'rules';
  return comparedKeys(before, after).map(({ key: subject, was, is }): ContractChange => {
    if (is === undefined) return { part, verdict: 'breaking', subject, what: 'the id is gone' };
    if (was === undefined) return { part, verdict: 'additive', subject, what: 'is new' };
    // A should fails no run.
    const verdict = is.startsWith('must') ? 'breaking' : 'additive';
    return { part, verdict, subject, what: `is ${is} now, not ${was}` };
  });
}

/** Returns the keys whose values differ. */
export function comparedKeys<Value>(
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): { readonly key: string; readonly was: Value | undefined; readonly is: Value | undefined }[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((key) => ({ key, was: before[key], is: after[key] }))
    .filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is));
}
