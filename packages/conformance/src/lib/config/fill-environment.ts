import { isObject } from '@idvkit/json';

import type { SettingPath } from './setting-problems.ts';

export interface MissingVariable {
  readonly path: SettingPath;
  readonly variable: string;
}

/** `${NAME}`, or `$${` for `${` itself. */
const REFERENCE = /\$(\$\{)|\$\{([^{}]*)\}/g;

/** Replaces `${NAME}` in texts by variables of the environment. */
export function fillEnvironment(
  value: unknown,
  env: Readonly<Record<string, string | undefined>>,
): { readonly value: unknown; readonly missing: readonly MissingVariable[] } {
  const missing: MissingVariable[] = [];
  const fill = (here: unknown, path: SettingPath): unknown => {
    if (typeof here === 'string') {
      return here.replaceAll(REFERENCE, (_, escaped: string | undefined, name: string | undefined) => {
        if (escaped !== undefined) return escaped;
        const variable = name ?? '';
        const found = env[variable];
        if (found === undefined || found === '') missing.push({ path, variable });
        return found ?? '';
      });
    }
    if (Array.isArray(here)) return here.map((item, index) => fill(item, [...path, index]));
    if (!isObject(here)) return here;
    return Object.fromEntries(Object.entries(here).map(([key, item]) => [key, fill(item, [...path, key])]));
  };
  return { value: fill(value, []), missing };
}
