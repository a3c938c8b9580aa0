import type * as z from 'zod';

/** Whether all that zod has against a value are rules about how its parts agree, or about entries under an unknown key. */
export function onlyBeyondJsonSchema(issues: readonly z.core.$ZodIssue[]): boolean {
  return issues.every(
    (issue) =>
      (issue.code === 'custom' && issue.params?.['isStated'] !== true && !SAID_BY_KEYWORD.test(issue.message)) ||
      isInsideOutput(issue.path) ||
      (issue.code === 'invalid_union' && issue.errors.some(onlyBeyondJsonSchema)),
  );
}

/** Refinements of zod that JSON Schema says with a `format` or a `type`. */
const SAID_BY_KEYWORD = /^must (?:be an integer|be a (?:moment|date) that exists|have a host that exists)$/;

/** Whether a path leads into the output of a run, where the entries stand under the name of the provider. */
function isInsideOutput(path: readonly PropertyKey[]): boolean {
  const at = path.indexOf('output');
  return at > 0 && typeof path[at - 1] === 'number' && at < path.length - 1;
}
