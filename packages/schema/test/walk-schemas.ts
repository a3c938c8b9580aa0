import * as z from 'zod';

import { CONTRACT, type Strength } from '../scripts/contract-schemas.ts';

/**
 * Finds, in a value that a schema accepts, the parts that other named schemas of that strength describe.
 *
 * @returns Parts by the name of their schema, the value itself included where its schema has a name.
 */
export function partsOf(strength: Strength, schema: z.core.$ZodType, value: unknown): Map<string, unknown[]> {
  const names = new Map<z.core.$ZodType, string>([...CONTRACT[strength]].map(([name, each]) => [each, name]));
  const parts = new Map<string, unknown[]>();
  visit(schema, value);
  return parts;

  function visit(at: z.core.$ZodType, part: unknown): void {
    if (part === undefined) return;
    const name = names.get(at);
    if (name !== undefined) parts.set(name, [...(parts.get(name) ?? []), part]);
    if (at instanceof z.ZodOptional || at instanceof z.ZodNullable) {
      if (part !== null) visit(at.unwrap(), part);
    } else if (at instanceof z.ZodUnion) {
      for (const option of at.options) if (z.safeParse(option, part).success) visit(option, part);
    } else if (at instanceof z.ZodArray && Array.isArray(part)) {
      for (const element of part) visit(at.element, element);
    } else if (at instanceof z.ZodRecord) {
      for (const member of Object.values(Object(part))) visit(at.valueType, member);
    } else if (at instanceof z.ZodObject) {
      const { catchall } = at.def;
      for (const [key, member] of Object.entries(Object(part))) {
        const known = Object.hasOwn(at.shape, key) ? at.shape[key] : catchall;
        if (known !== undefined) visit(known, member);
      }
    }
  }
}
