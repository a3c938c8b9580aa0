import type { Change, Verdict } from './change.ts';
import { compareSchemas, type Audience } from './compare-schemas.ts';
import type { Surface } from './surface.ts';

/** Schemas of what clients send. */
const SENT = new Set(['AnswerInput', 'CreateRequest', 'SubmitRequest']);
const CONTRACT = '@idvkit/schema';

/** Tells what changed between two surfaces, and whom each change breaks. */
export function compareSurfaces(before: Surface, after: Surface): Change[] {
  return [...entryChanges(before, after), ...schemaChanges(before, after), ...documentChanges(before, after)];
}

function entryChanges(before: Surface, after: Surface): Change[] {
  return comparedKeys(before.entries, after.entries).flatMap(({ key, was, is }): Change[] => {
    const owner = /^@[^/]+\/[^/]+/.exec(key)?.[0] ?? key;
    const change = (verdict: Verdict, message: string): Change => ({ package: owner, verdict, message });
    if (is === undefined) return [change('breaking', `${key}: the entry is gone`)];
    if (was === undefined) return [change('additive', `${key}: the entry is new`)];
    return comparedKeys(was, is).map(({ key: name, was: declared, is: declares }) => {
      if (declares === undefined) return change('breaking', `${key}: ${name} is gone`);
      if (declared === undefined) return change('additive', `${key}: ${name} is new`);
      const verdict = isExtended(declared, declares) ? 'additive' : 'breaking';
      return change(verdict, `${key}: ${name} is declared otherwise`);
    });
  });
}

/** Whether an interface has what it had, and optional members beside it. Every other change of a declaration may break somebody. */
function isExtended(before: string, after: string): boolean {
  if (!before.startsWith('export interface ')) return false;
  const [was, is] = [before, after].map((text) =>
    text
      .replace(/\}$/, '')
      .split(';')
      .map((part) => part.trim()),
  );
  if (was === undefined || is === undefined || was.some((member) => !is.includes(member))) return false;
  return is.every((member) => was.includes(member) || /^(?:readonly )?\w+\?[:(]/.test(member));
}

function schemaChanges(before: Surface, after: Surface): Change[] {
  return (['strict', 'tolerant'] as const).flatMap((strength) =>
    comparedKeys(before.schemas[strength], after.schemas[strength]).flatMap(({ key, was, is }): Change[] => {
      const change = (verdict: Verdict, message: string): Change => ({ package: CONTRACT, verdict, message });
      if (is === undefined) return [change('breaking', `${strength} ${key}: the schema is gone`)];
      if (was === undefined) return [change('additive', `${strength} ${key}: the schema is new`)];
      const audience: Audience = SENT.has(key) ? 'sent' : strength;
      return compareSchemas(was, is, audience).map(({ verdict, path, what }) =>
        change(verdict, `${strength} ${key}${path}: ${what}`),
      );
    }),
  );
}

function documentChanges(before: Surface, after: Surface): Change[] {
  const change = (verdict: Verdict, message: string): Change => ({ package: CONTRACT, verdict, message });
  const gone = before.operations.filter((operation) => !after.operations.includes(operation));
  const fresh = after.operations.filter((operation) => !before.operations.includes(operation));
  return [
    ...gone.map((operation) => change('breaking', `${operation}: is gone`)),
    ...fresh.map((operation) => change('additive', `${operation}: is new`)),
    ...comparedKeys(before.rules, after.rules).map(({ key, was, is }) => {
      if (is === undefined) return change('breaking', `rule ${key}: the id is gone`);
      if (was === undefined) return change('additive', `rule ${key}: is new`);
      // A should fails no run.
      return change(is.startsWith('must') ? 'breaking' : 'additive', `rule ${key}: is ${is} now, not ${was}`);
    }),
  ];
}

/** The keys whose values differ. */
function comparedKeys<Value>(
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): { readonly key: string; readonly was: Value | undefined; readonly is: Value | undefined }[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((key) => ({ key, was: before[key], is: after[key] }))
    .filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is));
}
